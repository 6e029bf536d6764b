import { randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Time as the domain sees it; tests move it by hand. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/** Randomness as the domain sees it. */
export type Random = {
  /** UUIDv7: ids sort by the time they were made. */
  id(): string
  bytes(size: number): Buffer
  /** `length` decimal digits, leading zeros included. */
  digits(length: number): string
}
export const systemRandom: Random = {
  id: () => v7(),
  bytes: (size) => randomBytes(size),
  digits: (length) => String(randomInt(10 ** length)).padStart(length, '0'),
}

/** `date` plus `ms`. */
export const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
