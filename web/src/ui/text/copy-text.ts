import { t } from '../../lib/i18n.ts'
import { toast } from '../overlays/toast.ts'

/** Copies and says so, or what to do where the browser refuses: without HTTPS it has no clipboard at all. @returns whether it copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    void toast.error(t('actions.notCopied'))
    return false
  }
  void toast.success(t('actions.copied'))
  return true
}
