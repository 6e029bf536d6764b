import { z } from 'zod'
import { parseUsdCents } from './usd.ts'

// The plain arithmetic is a file of its own, so that a page that only shows a price does not load zod.
export { centsToUsd, formatCents, formatUsd, parseUsdCents, splitPrice } from './usd.ts'

/**
 * An amount on the way in: a JSON number or a decimal string in USD, parsed to integer cents.
 * @param messages.required shown when nothing was given, messages.invalid when it is no amount, messages.min below `minCents`.
 */
export function usdCents(options: {
  minCents?: number
  maxCents?: number
  messages: { required: string; invalid: string; min?: string; max?: string }
}) {
  const { messages, minCents = 0, maxCents = Number.MAX_SAFE_INTEGER } = options
  return z
    .union([z.number(), z.string()], { error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
    .transform((value, context): number => {
      const cents = value === '' ? null : parseUsdCents(value)
      if (cents === null) {
        const isNegative = Number(value) < 0
        const message =
          value === '' ? messages.required : isNegative ? (messages.min ?? messages.invalid) : messages.invalid
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (cents < minCents) context.addIssue({ code: 'custom', message: messages.min ?? messages.invalid })
      if (cents > maxCents) context.addIssue({ code: 'custom', message: messages.max ?? messages.invalid })
      return cents
    })
}
