import './range-field.css'
import { useId } from 'react'

type RangeFieldProps = {
  label: string
  value: number
  max: number
  step: number
  min?: number
  /** The value in words. */
  text?: string
  onChange: (value: number) => void
}

export function RangeField({ label, text, onChange, ...range }: RangeFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-fg">
          {label}
        </label>
        {text && <span className="num text-sm text-fg3">{text}</span>}
      </div>
      <input
        {...range}
        id={id}
        type="range"
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
        className="range"
      />
    </div>
  )
}
