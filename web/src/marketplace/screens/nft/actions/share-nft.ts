import { addressOf } from '@verso/protocol/pages/pages'
import { copyText } from '../../../../ui/text/copy-text.ts'

type Shared = { id: string; name: string }
const urlOf = ({ id }: Shared) => location.origin + addressOf('nft', { nftId: id })

export const copyLink = (nft: Shared): Promise<boolean> => copyText(urlOf(nft))

/** The system's own sheet; a browser that has none copies the link. */
export async function shareNft(nft: Shared): Promise<void> {
  if (!navigator.share) return void (await copyLink(nft))
  // Closing the sheet is no failure.
  await navigator.share({ title: nft.name, url: urlOf(nft) }).catch(() => undefined)
}
