import { ImageOff, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../lib/cx.ts'

type SmallPictureProps = {
  src: string | null | undefined
  alt?: string
  /** In place of a missing picture. */
  Icon: LucideIcon
  sizePx: number
  /** The size again, the corners and the ground. */
  className: string
}

/** The small picture of a row. One that is not given out any more, as of an NFT that was taken down, leaves a sign. */
export function SmallPicture({ src, alt = '', Icon, sizePx, className }: SmallPictureProps) {
  const [missingSrc, setMissingSrc] = useState<string>()
  const isMissing = missingSrc === src
  if (src && !isMissing)
    return (
      <img
        src={src}
        alt={alt}
        width={sizePx}
        height={sizePx}
        loading="lazy"
        className={cx('shrink-0 object-cover', className)}
        onError={() => setMissingSrc(src)}
      />
    )
  const Sign = src ? ImageOff : Icon
  return (
    <span aria-hidden className={cx('grid shrink-0 place-items-center text-fg2', className)}>
      <Sign size={Math.round(sizePx * 0.4)} />
    </span>
  )
}
