import type { Nft } from '@verso/protocol/nfts'
import { Share2 } from 'lucide-react'
import { t } from '../../../../lib/i18n.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { shareNft } from './share-nft.ts'

export const ShareButton = ({ nft }: { nft: Nft }) => (
  <IconButton label={t('nft.share')} onClick={() => void shareNft(nft)}>
    <Share2 size={20} aria-hidden />
  </IconButton>
)
