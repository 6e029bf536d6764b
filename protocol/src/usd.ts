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

/** A whole number → "1,234,567". Not by `Intl`: a browser reads the rules of a language for it, some 60 ms on a phone. */
export const groupThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** Cents → "1,284.50". */
export function formatCents(cents: number): string {
  const unsigned = Math.abs(cents)
  const fraction = String(unsigned % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${groupThousands(Math.floor(unsigned / 100))}.${fraction}`
}

/** A USD number of the wire → "25.00". */
export const formatUsd = (usd: number): string => formatCents(Math.round(usd * 100))

/**
 * How a price is shared (docs/rules.md R74, docs/invariants.md I9): fee and royalty are floored to the cent, fee first, then royalty up
 * to what is left; the seller gets the rest. No royalty when the creator sells.
 */
export function splitPrice(priceCents: number, feeBps: number, royaltyBps: number) {
  const feeCents = Math.min(priceCents, Math.floor((priceCents * feeBps) / BPS))
  const royaltyCents = Math.min(priceCents - feeCents, Math.floor((priceCents * royaltyBps) / BPS))
  return { feeCents, royaltyCents, sellerCents: priceCents - feeCents - royaltyCents }
}
