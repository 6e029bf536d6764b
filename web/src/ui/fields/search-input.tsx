import { SEARCH_MAX_LENGTH } from '@verso/protocol/limits'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  isCompact?: boolean
}

export function SearchInput({ label, value, onChange, isCompact, className, ...rest }: SearchInputProps) {
  return (
    <label className={cx('control gap-2.5', isCompact && 'h-10!', className)}>
      <Search size={17} className="shrink-0 text-fg3" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={SEARCH_MAX_LENGTH}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-full min-w-0 bg-transparent text-base"
      />
    </label>
  )
}
