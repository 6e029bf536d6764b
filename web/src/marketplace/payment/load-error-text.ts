import { t } from '../../lib/i18n.ts'

/** "Something went wrong. {message}" (docs/rules.md R82). */
export const loadErrorText = (message: string): string => t('payment.loadError', { message }).trim()
