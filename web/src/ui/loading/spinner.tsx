import { cx } from '../../lib/cx.ts'

export const Spinner = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('spinner', className)} />
)
