import { DEFAULT_PHONE_COUNTRY } from '@verso/protocol/limits'
import { defaultCountries, parseCountry, usePhoneInput } from 'react-international-phone'
import { t } from '../lib/i18n.ts'
import { type ControlProps, TextInput } from './field.tsx'

type PhoneInputProps = ControlProps & { value: string; onChange: (phone: string) => void }

const COUNTRIES = defaultCountries.map((country) => parseCountry(country))

/** A mobile number in international form; starts at Sri Lanka (spec §2). `onChange` gets "+94771234567". */
export function PhoneInput({ value, onChange, ...control }: PhoneInputProps) {
  const phone = usePhoneInput({
    defaultCountry: DEFAULT_PHONE_COUNTRY,
    value,
    countries: defaultCountries,
    onChange: (data) => onChange(data.phone),
  })
  return (
    <div className="flex gap-2">
      <label className="field relative flex! w-24! shrink-0 items-center justify-between gap-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--ring)">
        <span className="sr-only">{t('form.country')}</span>
        <span aria-hidden className="font-semibold">
          {phone.country.iso2.toUpperCase()}
        </span>
        <span aria-hidden className="num text-fg3">
          +{phone.country.dialCode}
        </span>
        <select
          className="absolute inset-0 cursor-pointer opacity-0"
          value={phone.country.iso2}
          onChange={(event) => phone.setCountry(event.target.value, { focusOnInput: true })}
        >
          {COUNTRIES.map((country) => (
            <option key={country.iso2} value={country.iso2}>
              {country.name} +{country.dialCode}
            </option>
          ))}
        </select>
      </label>
      <TextInput
        {...control}
        type="tel"
        autoComplete="tel"
        className="num min-w-0 flex-1"
        ref={phone.inputRef}
        value={phone.inputValue}
        onChange={phone.handlePhoneValueChange}
      />
    </div>
  )
}
