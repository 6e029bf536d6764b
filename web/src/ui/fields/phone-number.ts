import { defaultCountries, guessCountryByPartialPhoneNumber, parseCountry } from 'react-international-phone'

export const COUNTRIES = defaultCountries.map((country) => parseCountry(country))

export const dialCodeOf = (iso2: string): string => COUNTRIES.find((one) => one.iso2 === iso2)?.dialCode ?? ''

/** From here on digits that begin with the chosen country's dial code are a whole number pasted without its "+". */
const WHOLE_NUMBER_MIN_DIGITS = 11

/**
 * The typed number, as "+94771234567" (a "+" is put in front where it is missing, docs/rules.md R58), and its country. National digits
 * stay in the chosen country; only a number with an explicit "+" or "00" can belong to another one.
 */
export function readPhone(text: string, chosenIso2: string): { iso2: string; phone: string } {
  const dialCode = dialCodeOf(chosenIso2)
  const afterPlus = text.slice(text.lastIndexOf('+') + 1)
  const digits = afterPlus.replace(/\D/g, '')
  if (!digits) return { iso2: chosenIso2, phone: '' }
  const isInternational = text.includes('+') || digits.startsWith('00')
  if (!isInternational) {
    const isWhole = digits.startsWith(dialCode) && digits.length >= WHOLE_NUMBER_MIN_DIGITS
    return { iso2: chosenIso2, phone: isWhole ? `+${digits}` : `+${dialCode}${digits.replace(/^0+/, '')}` }
  }
  const phone = `+${digits.replace(/^00/, '')}`
  const guess = guessCountryByPartialPhoneNumber({ phone, countries: defaultCountries, currentCountryIso2: chosenIso2 })
  const iso2 = guess.country && guess.fullDialCodeMatch ? guess.country.iso2 : chosenIso2
  return { iso2, phone: withoutTrunkZero(phone, dialCodeOf(iso2)) }
}

/** "+94 077…" → "+9477…": the zero is only for calls within the country. */
const withoutTrunkZero = (phone: string, dialCode: string) =>
  phone.startsWith(`+${dialCode}0`) ? `+${dialCode}${phone.slice(1 + dialCode.length).replace(/^0+/, '')}` : phone
