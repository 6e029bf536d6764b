import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

type SelectProps = ComponentProps<'select'> & {
  options: readonly (readonly [value: string | number, label: string])[]
  none?: string
  isBare?: boolean
}

/** A native select; `none` is the text of its empty first option. `isBare` is the look outside of forms (filter bars). */
export function Select({ options, none, isBare, className, ...rest }: SelectProps) {
  return (
    <select {...rest} className={cx('pick', !isBare && 'field', className)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
