import type { MediaType } from '@verso/protocol/files'
import { AudioLines, Box, Play } from 'lucide-react'
import { t } from '../../lib/i18n.ts'

const ICONS = { video: Play, audio: AudioLines, model: Box } as const

/** Says that an NFT is more than its picture. */
export function MediaTag({ type }: { type: MediaType }) {
  if (type === 'image') return null
  const Icon = ICONS[type]
  return (
    <span className="absolute top-3 right-3 flex h-7 items-center gap-1.5 rounded-full bg-black/60 px-2.5 text-xs font-medium text-white backdrop-blur-md">
      <Icon size={13} />
      {t(`nft.media.${type}`)}
    </span>
  )
}
