import { z } from 'zod'
import { BPS } from './limits.ts'

const USD = /^\d{1,12}(\.\d{1,2})?$/

/** "25", "25.5" or 25.5 → 2550; null when it is no amount of USD with at most two decimals. */
export function parseUsdCents(value: string | number): number | null {
  const text = typeof value === 'number' ? String(value) : value.trim()
  if (!USD.test(text)) return null
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Cents → the JSON number of the wire (USD). */
export const centsToUsd = (cents: number): number => cents / 100

/** Cents → "1,284.50". */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A USD number of the wire → "25.00". */
export const formatUsd = (usd: number): string => formatCents(Math.round(usd * 100))

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
        const message = value === '' ? messages.required : isNegative ? (messages.min ?? messages.invalid) : messages.invalid
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (cents < minCents) context.addIssue({ code: 'custom', message: messages.min ?? messages.invalid })
      if (cents > maxCents) context.addIssue({ code: 'custom', message: messages.max ?? messages.invalid })
      return cents
    })
}

/**
 * How a price is shared (decisions.md → Listings, I9): fee and royalty are floored to the cent, fee first, then royalty up
 * to what is left; the seller gets the rest. No royalty when the creator sells.
 */
export function splitPrice(priceCents: number, feeBps: number, royaltyBps: number) {
  const feeCents = Math.min(priceCents, Math.floor((priceCents * feeBps) / BPS))
  const royaltyCents = Math.min(priceCents - feeCents, Math.floor((priceCents * royaltyBps) / BPS))
  return { feeCents, royaltyCents, sellerCents: priceCents - feeCents - royaltyCents }
}
