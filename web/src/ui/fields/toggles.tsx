import './toggles.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../../lib/cx.ts'
import { FieldNote } from './field.tsx'

export const Switch = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...rest} type="checkbox" role="switch" className={cx('switch', className)} />
)

/** A box without words; its caller names it. */
export const Check = (props: ComponentProps<'input'>) => <input {...props} type="checkbox" className="check" />

export function Checkbox({
  label,
  error,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }) {
  const noteId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label className={cx('flex items-start gap-3 py-1', className)}>
        <Check {...rest} aria-invalid={Boolean(error)} aria-describedby={noteId} />
        <span className="text-fg2">{label}</span>
      </label>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
