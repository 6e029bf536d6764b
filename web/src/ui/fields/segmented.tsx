import { useId } from 'react'
import { cx } from '../../lib/cx.ts'

type SegmentedProps<T extends string> = {
  items: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  label: string
  isWide?: boolean
}

/** A choice of a few, all visible: radio buttons drawn as one control. */
export function Segmented<T extends string>({ items, value, onChange, label, isWide }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap rounded-md bg-s1 p-1 hairline">
      <legend className="sr-only">{label}</legend>
      {items.map(([itemValue, itemLabel]) => (
        <label
          key={itemValue}
          className={cx(
            'grid min-h-9 place-items-center rounded-[7px] px-3.5 text-base font-medium text-fg2 transition hover:text-fg has-checked:bg-s3 has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-(--ring)',
            isWide && 'flex-1',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={itemValue === value}
            onChange={() => onChange(itemValue)}
          />
          {itemLabel}
        </label>
      ))}
    </fieldset>
  )
}
