import type { ExternalToast } from 'sonner'
import { whenQuiet } from '../../lib/browser/when-quiet.ts'
import { loadTexts } from '../../lib/load-texts.ts'

type Id = string | number | undefined
/** `form` names what the toast is a result of: the next result of the same form takes its place. */
type Action = { label: string; onClick: () => void }
/** The buttons of a toast: the first stands out. Such a toast stays longer than others, so that its buttons can be reached. */
type Actions = readonly [first: Action, second?: Action]
type Options = { id?: Id; description?: string | undefined; form?: string; actions?: Actions | undefined }

const ACTIONS_TOAST_MS = 10_000

type Kind = 'success' | 'error' | 'loading' | 'info'

const shownOf = new Map<string, string | number>()

function durationOf(kind: Kind, { actions }: Options): number | undefined {
  if (kind === 'loading') return Number.POSITIVE_INFINITY
  return actions && ACTIONS_TOAST_MS
}

// Loaded on first use or when the page has been quiet for a while, never before the first paint. Undefined without a connection.
const load = () =>
  import('./toaster.tsx').then(
    (toaster) => toaster.toast,
    () => undefined,
  )

async function show(kind: Kind, text: string, options: Options = {}): Promise<string | number> {
  const sonner = await load()
  // Without a connection there is the more to say: what failed is never silent.
  if (!sonner) {
    if (kind !== 'loading') alert(text)
    return ''
  }
  const external: ExternalToast = {
    // The same text twice is one toast.
    id: options.id ?? (kind === 'loading' ? undefined : text),
    description: options.description,
    duration: durationOf(kind, options),
    action: options.actions?.[0],
    cancel: options.actions?.[1],
  }
  const before = options.form === undefined ? undefined : shownOf.get(options.form)
  if (before !== undefined && before !== options.id) sonner.dismiss(before)
  const shown = sonner[kind](text, external)
  if (options.form !== undefined) shownOf.set(options.form, shown)
  return shown
}

/** Toasts: top centre, closed by themselves after 3 s (docs/rules.md R13). Give `id` to change one that is already there. */
export const toast = {
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
  info: (text: string, options?: Options) => show('info', text, options),
  loading: (text: string, options?: Options) => show('loading', text, options),
  dismiss: async (id: Id) => {
    // Without an id every toast would go.
    if (id !== undefined) (await load())?.dismiss(id)
  },
}

/** Fetches toasts, modals and the rest of the texts ahead of their first use. */
export const warmOverlays = (): void =>
  whenQuiet(() => void Promise.allSettled([load(), import('./modal-layer.tsx'), loadTexts()]))
