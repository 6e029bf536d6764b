import { Skeleton } from './loading/skeleton.tsx'
import { cx } from '../lib/cx.ts'

type AvatarProps = {
  /** Of whom it is: it picks the colours, so that they are the same wherever the person is shown. */
  id: string
  initials?: string
  src?: string | null | undefined
  size?: number
  className?: string
}

/** The hue of an avatar without a picture, always the same for an id; in degrees. */
export const hueOf = (text: string) => [...text].reduce((hue, char) => (hue * 31 + char.charCodeAt(0)) % 360, 7)

/** A person's picture, else their initials on a two-colour ground picked from their id. */
export function Avatar({ id, initials = '', src, size = 20, className }: AvatarProps) {
  const box = { width: size, height: size }
  if (src)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        style={box}
        className={cx('shrink-0 rounded-full object-cover', className)}
      />
    )
  const hue = hueOf(id)
  const ground = `linear-gradient(140deg, oklch(.88 .12 ${hue}), oklch(.72 .16 ${hue + 50}))`
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full font-semibold tracking-tight text-[#0b0b0c]',
        className,
      )}
      style={{ ...box, fontSize: size * 0.38, background: ground }}
    >
      {size > 24 ? initials : ''}
    </span>
  )
}

/** In place of the round button of the account, while it is on its way. */
export const AccountSkeleton = () => <Skeleton className="m-[5px] size-[34px] rounded-full!" />
