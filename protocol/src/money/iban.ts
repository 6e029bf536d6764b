/** The countries of the IBAN registry (ISO 13616); elsewhere a number may begin with letters and be none. */
const IBAN_COUNTRIES = new Set(
  (
    'AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT ' +
    'JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV ' +
    'TL TN TR UA VA VG XK YE'
  ).split(' '),
)
const LOOKS_LIKE_IBAN = /^[A-Z]{2}\d{2}/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** An account number as banks keep it: without the blanks and dashes that make it readable. */
export const bareAccountNumber = (text: string): string => text.replaceAll(/[ -]/g, '')

/** The country an IBAN names; null for a number that is not written as one. */
export function ibanCountry(accountNumber: string): string | null {
  const text = bareAccountNumber(accountNumber).toUpperCase()
  const country = text.slice(0, 2)
  return LOOKS_LIKE_IBAN.test(text) && IBAN_COUNTRIES.has(country) ? country : null
}

/** ISO 13616: the first four characters moved to the end and letters read as 10 to 35, the number is 1 modulo 97. */
export function isIban(accountNumber: string): boolean {
  const text = bareAccountNumber(accountNumber).toUpperCase()
  if (!IBAN.test(text)) return false
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
