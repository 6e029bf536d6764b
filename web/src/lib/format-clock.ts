// Without `Intl`, like protocol/src/dates.ts: a phone reads the rules of a language for it, 180 ms before the first render.
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** "14:32", in the reader's time zone; `at` in milliseconds since 1970. */
export function formatClock(at: number): string {
  const date = new Date(at)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
