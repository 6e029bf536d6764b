import { SEARCH_MAX_LENGTH } from '@verso/protocol/limits'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'
import { useTyped } from '../../lib/forms/use-typed.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  isCompact?: boolean
}

/** Its text may be one of the address: see `useTyped`. */
export function SearchInput({ label, value, onChange, isCompact, className, ...rest }: SearchInputProps) {
  const [typed, type] = useTyped(value, onChange)
  return (
    <label className={cx('control gap-2.5', isCompact && 'h-10!', className)}>
      <Search size={17} className="shrink-0 text-fg3" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={SEARCH_MAX_LENGTH}
        {...rest}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="w-full min-w-0 bg-transparent text-base"
      />
    </label>
  )
}
