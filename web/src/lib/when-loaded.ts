import { toast } from '../ui/overlays/toast.ts'
import { errorMessage } from './error-message.ts'
import { t } from './i18n.ts'

/** Does what takes code of its own, once that has arrived; if it does not (offline, or a tab older than the site), says so. */
export function whenLoaded<Part>(load: () => Promise<Part>, run: (part: Part) => unknown, orElse?: () => void): void {
  void load().then(run, (error: unknown) => {
    tellNotLoaded(error)
    orElse?.()
  })
}

/** Tells that code has not arrived. A browser does not ask twice for a module that failed: a new page does. */
export function tellNotLoaded(error: unknown): undefined {
  const label = t('actions.tryAgain')
  void toast.error(errorMessage(error, t('errors.load')), {
    actions: navigator.onLine ? [{ label, onClick: () => location.reload() }] : undefined,
  })
}
