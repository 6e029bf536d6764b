import { t } from '../../lib/i18n.ts'
import { openModal } from './modal.ts'

/** The notice for what is still missing (docs/rules.md R15). */
export const showNotAvailable = () =>
  openModal({ title: t('notAvailable.title'), body: t('notAvailable.description'), cancelLabel: null })
