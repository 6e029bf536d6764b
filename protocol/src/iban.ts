const LOOKS_LIKE_IBAN = /^[A-Z]{2}\d{2}/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** An account number as banks keep it: without the blanks and dashes that make it readable. */
export const bareAccountNumber = (text: string): string => text.replaceAll(/[ -]/g, '')

/** The country an IBAN names; null for a number that is not written as one. */
export function ibanCountry(accountNumber: string): string | null {
  const text = bareAccountNumber(accountNumber).toUpperCase()
  return LOOKS_LIKE_IBAN.test(text) ? text.slice(0, 2) : null
}

/** ISO 13616: the first four characters moved to the end and letters read as 10 to 35, the number is 1 modulo 97. */
export function isIban(accountNumber: string): boolean {
  const text = bareAccountNumber(accountNumber).toUpperCase()
  if (!IBAN.test(text)) return false
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
