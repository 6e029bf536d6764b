import { t } from '../../lib/i18n.ts'

/** "Something went wrong. {message}" (spec §8). */
export const loadErrorText = (message: string): string => t('payment.loadError', { message }).trim()
