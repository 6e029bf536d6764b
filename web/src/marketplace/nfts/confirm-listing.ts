import { t } from '../../lib/i18n.ts'
import { confirm } from '../../ui/overlays/modal.ts'

/** Listing an NFT that is not approved has to be confirmed (docs/rules.md R68). */
export const confirmListing = (): Promise<boolean> =>
  confirm({ title: t('nft.listing.confirm.title'), body: t('nft.listing.confirm.text') })
