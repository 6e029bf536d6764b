import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { Share2 } from 'lucide-react'
import { t } from '../../../../lib/i18n.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

const urlOf = ({ id }: Nft) => location.origin + addressOf('nft', { nftId: id })

export async function copyLink(nft: Nft): Promise<void> {
  await navigator.clipboard.writeText(urlOf(nft))
  void toast.success(t('actions.copied'))
}

/** The system's own sheet; a browser that has none copies the link. */
async function share(nft: Nft): Promise<void> {
  if (!navigator.share) return copyLink(nft)
  // Closing the sheet is no failure.
  await navigator.share({ title: nft.name, url: urlOf(nft) }).catch(() => undefined)
}

export const ShareButton = ({ nft }: { nft: Nft }) => (
  <IconButton label={t('nft.share')} onClick={() => void share(nft)}>
    <Share2 size={20} aria-hidden />
  </IconButton>
)
