/** The least strength of a key, by the estimate below. */
export const KEY_MIN_BITS = 80

/** Bits that one repetition, one run of equal steps or one known word adds. */
const PATTERN_BITS = 6
const MIN_REPETITION = 3
/** Words of examples and of keys that a person made up. */
const WORDS =
  /change|please|replace|secret|password|passw0rd|example|default|placeholder|insert|verso|demo|test|staging|production|local|host|admin|root|user|wallet|minter|settler|owner|guardian|signer|token|master|super|very|long|random|string|this|that|your|here|with|qwerty|asdf|zxcv|lorem|ipsum|dolor|correct|horse|battery|staple|key|not|the|and|for|dev|kek|abc/g

/**
 * How hard a key is to guess, judged by its text alone: the Shannon entropy of its characters, where a part that repeats
 * an earlier one, that goes on in equal steps (`abcd`, `9753`) or that is a common word counts as one guess. 16 random
 * bytes in hex have about 110 bits, 32 in base64 about 190; patterns and sentences of known words have less than 80.
 */
export function estimateKeyBits(key: string): number {
  const text = key.replace(/^0x/, '').toLowerCase()
  const words = text.match(WORDS)?.length ?? 0
  const codes = [...text.replace(WORDS, '')].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? 0))
  return Math.min(estimateBits(codes), estimateBits(steps)) + words * PATTERN_BITS
}

function estimateBits(symbols: number[]): number {
  const own: number[] = []
  let patterns = 0
  for (let at = 0; at < symbols.length; ) {
    const length = longestRepetition(symbols, at)
    if (length < MIN_REPETITION) own.push(symbols[at++] as number)
    else {
      patterns += 1
      at += length
    }
  }
  return own.length * bitsPerSymbol(own) + patterns * PATTERN_BITS
}

/** How much of what stands at `at` has stood somewhere before; the two may overlap. */
function longestRepetition(symbols: number[], at: number): number {
  let longest = 0
  for (let from = 0; from < at; from++) {
    let length = 0
    while (at + length < symbols.length && symbols[from + length] === symbols[at + length]) length++
    longest = Math.max(longest, length)
  }
  return longest
}

function bitsPerSymbol(symbols: number[]): number {
  const counts = new Map<number, number>()
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / symbols.length)
  return shares.reduce((bits, share) => bits - share * Math.log2(share), 0)
}

/** Several keys, the first of which signs. */
export const splitKeys = (keys = ''): string[] => (keys === '' ? [] : keys.split(',').map((key) => key.trim()))
