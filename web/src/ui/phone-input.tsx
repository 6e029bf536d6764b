import { DEFAULT_PHONE_COUNTRY } from '@verso/protocol/limits'
import { useState } from 'react'
import { defaultCountries, getCountry, guessCountryByPartialPhoneNumber, parseCountry } from 'react-international-phone'
import { t } from '../lib/i18n.ts'
import { type ControlProps, TextInput } from './field.tsx'

type PhoneInputProps = ControlProps & { name?: string; onChange: (phone: string) => void }

const COUNTRIES = defaultCountries.map((country) => parseCountry(country))
const DEFAULT_COUNTRY = getCountry({ field: 'iso2', value: DEFAULT_PHONE_COUNTRY, countries: defaultCountries })
const DEFAULT_DIAL_CODE = DEFAULT_COUNTRY?.dialCode ?? ''

/** "077 123 4567" → "+94771234567"; a "+" is put in front where it is missing (spec §5). */
function toInternational(text: string, dialCode: string): string {
  const digits = text.replace(/\D/g, '')
  if (!digits) return ''
  const isNational = digits.startsWith('0') && !text.trim().startsWith('+') && !digits.startsWith('00')
  return isNational ? `+${dialCode}${digits.replace(/^0+/, '')}` : `+${digits.replace(/^00/, '')}`
}

/** A mobile number; starts at Sri Lanka (spec §2), and follows what is typed. `onChange` gets "+94771234567". */
export function PhoneInput({ onChange, ...control }: PhoneInputProps) {
  const [text, setText] = useState(`+${DEFAULT_DIAL_CODE} `)
  const [iso2, setIso2] = useState<string>(DEFAULT_PHONE_COUNTRY)
  const country = COUNTRIES.find((one) => one.iso2 === iso2)
  const dialCode = country?.dialCode ?? ''

  const type = (next: string) => {
    setText(next)
    const phone = toInternational(next, dialCode)
    onChange(phone)
    const guess = guessCountryByPartialPhoneNumber({ phone, countries: defaultCountries, currentCountryIso2: iso2 })
    if (guess.country) setIso2(guess.country.iso2)
  }
  const choose = (nextIso2: string) => {
    const next = COUNTRIES.find((one) => one.iso2 === nextIso2)
    if (!next) return
    setIso2(nextIso2)
    const national = toInternational(text, dialCode).slice(1 + dialCode.length)
    setText(`+${next.dialCode} ${national}`)
    onChange(`+${next.dialCode}${national}`)
  }
  return (
    <div className="flex gap-2">
      <CountrySelect iso2={iso2} dialCode={dialCode} onChoose={choose} />
      <TextInput
        {...control}
        type="tel"
        autoComplete="tel"
        className="num min-w-0 flex-1"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  )
}

type CountrySelectProps = { iso2: string; dialCode: string; onChoose: (iso2: string) => void }

/** Letters instead of flags: flags would come from a foreign server. */
function CountrySelect({ iso2, dialCode, onChoose }: CountrySelectProps) {
  return (
    <label className="field relative flex! w-24! shrink-0 items-center justify-between gap-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--ring)">
      <span className="sr-only">{t('form.country')}</span>
      <span aria-hidden className="font-semibold">
        {iso2.toUpperCase()}
      </span>
      <span aria-hidden className="num text-fg3">
        +{dialCode}
      </span>
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        value={iso2}
        onChange={(event) => onChoose(event.target.value)}
      >
        {COUNTRIES.map((country) => (
          <option key={country.iso2} value={country.iso2}>
            {country.name} +{country.dialCode}
          </option>
        ))}
      </select>
    </label>
  )
}
