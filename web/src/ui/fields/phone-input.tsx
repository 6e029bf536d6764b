import { DEFAULT_PHONE_COUNTRY } from '@verso/protocol/limits'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { type ControlProps, TextInput } from './field.tsx'
import { COUNTRIES, dialCodeOf, readPhone } from './phone-number.ts'

type PhoneInputProps = ControlProps & { name?: string; onChange: (phone: string) => void }

/** A mobile number; starts at Sri Lanka (docs/rules.md R18), and follows a typed dial code. `onChange` gets "+94771234567". */
export function PhoneInput({ onChange, ...control }: PhoneInputProps) {
  const [text, setText] = useState(`+${dialCodeOf(DEFAULT_PHONE_COUNTRY)} `)
  const [iso2, setIso2] = useState<string>(DEFAULT_PHONE_COUNTRY)
  const dialCode = dialCodeOf(iso2)

  const type = (next: string) => {
    setText(next)
    const read = readPhone(next, iso2)
    setIso2(read.iso2)
    onChange(read.phone)
  }
  const choose = (nextIso2: string) => {
    const nextDialCode = dialCodeOf(nextIso2)
    const { phone } = readPhone(text, iso2)
    const national = phone.startsWith(`+${dialCode}`) ? phone.slice(1 + dialCode.length) : phone.slice(1)
    setIso2(nextIso2)
    setText(`+${nextDialCode} ${national}`)
    onChange(`+${nextDialCode}${national}`)
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
