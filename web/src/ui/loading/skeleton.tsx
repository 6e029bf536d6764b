import type { CSSProperties } from 'react'
import { cx } from '../../lib/cx.ts'

/** A grey bone in the box of what is still loading; give it the size of the real thing, so that nothing moves. */
export const Skeleton = ({ className, style }: { className?: string; style?: CSSProperties }) => (
  <span aria-hidden className={cx('bone block sheen', className)} style={style} />
)
