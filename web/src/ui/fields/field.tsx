import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../../lib/cx.ts'

export type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string }

type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** At the end of the label's line: a counter, "optional". */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error wired together; the control gets its ids through the render function. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside && <span className="num text-sm text-fg3">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': noteId })}
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

export function FieldNote({ id, error, hint }: { id?: string; error?: string | undefined; hint?: ReactNode }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={cx('flex items-center gap-1.5 text-sm empty:hidden', error ? 'text-bad' : 'text-fg3')}
    >
      {error ? (
        <>
          <CircleAlert size={14} className="shrink-0" />
          {error}
        </>
      ) : (
        hint
      )}
    </p>
  )
}

export const TextInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input dir="auto" {...rest} className={cx('field', className)} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea dir="auto" {...rest} className={cx('field', className)} />
)

/** An input with a unit inside its end ("%", "USD"). */
export function UnitInput({ unit, className, ...rest }: ComponentProps<'input'> & { unit: string }) {
  return (
    <div className="relative">
      <TextInput {...rest} className={cx('num pr-14', className)} />
      <span aria-hidden className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-fg3">
        {unit}
      </span>
    </div>
  )
}
