import { singleKeys } from '../../lib/browser/browser-switch.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import { isModalOpen } from '../../ui/overlays/modal.ts'

/** The search of the whole marketplace; its code comes when it is first opened. */
export function openSearch(): void {
  const load = async () => {
    await loadTexts()
    return import('../search/search-dialog.tsx')
  }
  whenLoaded(load, ({ openSearchDialog }) => openSearchDialog())
}

const FIELDS = 'input, textarea, select'

/** There Ctrl-K deletes to the end of the line. */
const isMac = (): boolean => navigator.userAgent.includes('Macintosh')

/** Ctrl-K (not on a Mac), Cmd-K, and `/` where nothing is being typed, unless it is switched off (docs/rules.md R119). */
export function openSearchByKey(event: KeyboardEvent): void {
  const isChord = event.ctrlKey || event.metaKey
  const isAsked = isChord
    ? event.key === 'k'
    : event.key === '/' && singleKeys.isOn() && !(event.target as Element).closest?.(FIELDS)
  if (!isAsked || event.altKey || (event.ctrlKey && isMac()) || isModalOpen()) return
  event.preventDefault()
  openSearch()
}
