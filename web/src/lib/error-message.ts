import { ApiError, isFileChanged, isSessionEnded } from '../api/api-error.ts'
import { t } from './i18n.ts'

type FirstError = ApiError['errors'][number]

const textOf = (first: FirstError | undefined): string | undefined =>
  typeof first === 'string' ? first : first && Object.values(first)[0]?.[0]

/**
 * A chain that is unavailable has a text of its own. Ours is told by its code; the provider's message that docs/rules.md R12 names has
 * no code, so its words tell it.
 */
export const textFor = ({ code }: ApiError, text: string) =>
  code === 'chain_unavailable' || /temporarily unavailable/i.test(text) ? t('errors.transactionFailed') : text

/**
 * The text a person sees for a failed call (docs/rules.md R12): the first entry of the errors (a plain string, or the first message of
 * the first field), else the fallback, "Something went wrong" if none is given.
 */
export function errorMessage(error: unknown, fallback: string = t('errors.default')): string {
  // Without a connection what fails may as well be code that could not be loaded.
  if (!(error instanceof ApiError)) return navigator.onLine ? fallback : t('errors.unreachable')
  if (isFileChanged(error)) return t('errors.fileChanged')
  if (error.status === 0) return t('errors.unreachable')
  if (isSessionEnded(error)) return t('errors.sessionEnded')
  const text = textOf(error.errors[0])
  if (!text) return fallback
  return textFor(error, text)
}
