import { addressOf } from '@verso/protocol/pages/pages'
import { t } from '../../../../lib/i18n.ts'
import { toast } from '../../../../ui/overlays/toast.ts'

type Shared = { id: string; name: string }
const urlOf = ({ id }: Shared) => location.origin + addressOf('nft', { nftId: id })

export async function copyLink(nft: Shared): Promise<void> {
  await navigator.clipboard.writeText(urlOf(nft))
  void toast.success(t('actions.copied'))
}

/** The system's own sheet; a browser that has none copies the link. */
export async function shareNft(nft: Shared): Promise<void> {
  if (!navigator.share) return copyLink(nft)
  // Closing the sheet is no failure.
  await navigator.share({ title: nft.name, url: urlOf(nft) }).catch(() => undefined)
}
