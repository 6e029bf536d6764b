const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer texts are not decoded: their cost grows with the square of their length. */
const MOST_CHARACTERS = 100

/** The bytes of a text in base58; undefined when it is none. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text === '' || text.length > MOST_CHARACTERS) return undefined
  let number = 0n
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter)
    if (digit === -1) return undefined
    number = number * 58n + BigInt(digit)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  const bytes: number[] = []
  for (let rest = number; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n))
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
