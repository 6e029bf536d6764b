import type { ExternalToast } from 'sonner'
import { loadTexts } from '../lib/load-texts.ts'

type Id = string | number | undefined
type Options = { id?: Id; description?: string }

// Loaded on first use or when the page has been quiet for a while, never before the first paint.
const load = () => import('./toaster.tsx')

async function show(
  kind: 'success' | 'error' | 'loading' | 'info',
  text: string,
  options: Options = {},
): Promise<string | number> {
  const { toast: sonner } = await load()
  const external: ExternalToast = {
    id: options.id,
    description: options.description,
    duration: kind === 'loading' ? Number.POSITIVE_INFINITY : undefined,
  }
  return sonner[kind](text, external)
}

/** Toasts: top centre, closed by themselves after 3 s (spec §9). Give `id` to change one that is already there. */
export const toast = {
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
  info: (text: string, options?: Options) => show('info', text, options),
  loading: (text: string, options?: Options) => show('loading', text, options),
  dismiss: async (id: Id) => void (await load()).toast.dismiss(id),
}

/** Fetches toasts, modals and the rest of the texts ahead of their first use, 2.5 s after the page has loaded. */
export function warmOverlays(): void {
  const warm = () => void Promise.all([load(), import('./modal-layer.tsx'), loadTexts()])
  const later = () => setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(warm) : warm()), 2_500)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
