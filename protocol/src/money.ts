import { z } from 'zod'
import { parseUsdCents } from './usd.ts'

// The plain arithmetic is a file of its own, so that a page that only shows a price does not load zod.
export { centsToUsd, formatCents, formatUsd, parseUsdCents, splitPrice } from './usd.ts'

const PARTS_OF_CENTS = /^\s*\d{1,12}\.\d{3,}\s*$/
/** More digits than are read: above every maximum. */
const HUGE = /^\s*[1-9]\d{12,}(\.\d*)?\s*$/

/**
 * An amount on the way in: a JSON number or a decimal string in USD, parsed to integer cents.
 * @param messages.required shown when nothing was given, messages.invalid when it is no amount, messages.decimals when it is one of
 * parts of a cent, messages.min below `minCents`.
 */
export function usdCents(options: {
  minCents?: number
  maxCents?: number
  /** Below zero comes out as 0, for a caller with a least amount of its own. */
  isMinusZero?: boolean
  messages: { required: string; invalid: string; decimals?: string; min?: string; max?: string }
}) {
  const { messages, minCents = 0, maxCents = Number.MAX_SAFE_INTEGER } = options
  const refusalOf = (value: number | string): string => {
    if (value === '') return messages.required
    if (Number(value) < 0) return messages.min ?? messages.invalid
    if (HUGE.test(String(value))) return messages.max ?? messages.invalid
    return PARTS_OF_CENTS.test(String(value)) ? (messages.decimals ?? messages.invalid) : messages.invalid
  }
  return z
    .union([z.number(), z.string()], { error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
    .transform((value, context): number => {
      const isZero = options.isMinusZero === true && value !== '' && Number(value) < 0
      const cents = value === '' ? null : isZero ? 0 : parseUsdCents(value)
      if (cents === null) {
        context.addIssue({ code: 'custom', message: refusalOf(value) })
        return z.NEVER
      }
      if (cents < minCents) context.addIssue({ code: 'custom', message: messages.min ?? messages.invalid })
      if (cents > maxCents) context.addIssue({ code: 'custom', message: messages.max ?? messages.invalid })
      return cents
    })
}
