import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '../lib/cx.ts'
import { Link } from './link.tsx'
import { Spinner } from './loading/spinner.tsx'

type Look = { variant?: 'primary' | 'plain' | 'ghost' | 'danger'; size?: 'sm' | 'md' | 'lg' }

const VARIANTS = { primary: 'btn-buy', plain: 'btn-plain', ghost: 'btn-ghost', danger: 'btn-danger' }
const SIZES = { sm: 'btn-sm', md: '', lg: 'btn-lg' }

const look = ({ variant = 'primary', size = 'md' }: Look, className?: string) =>
  cx('btn', VARIANTS[variant], SIZES[size], className)

/** A busy button is not `disabled`: it would lose the focus, and a keyboard user their place. */
const refuseClick = (event: MouseEvent) => event.preventDefault()

export function Button({
  variant,
  size,
  className,
  isPending,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { isPending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size }, className)}
      onClick={isPending ? refuseClick : onClick}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={look({ variant, size }, className)} />
}

/** A square button with an icon; `label` is its name. */
export function IconButton({ label, className, children, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx('btn-ghost grid size-11 shrink-0 place-items-center rounded-md transition', className)}
    >
      {children}
    </button>
  )
}
