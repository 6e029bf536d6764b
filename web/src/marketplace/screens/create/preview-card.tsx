import { parseUsdCents } from '@verso/protocol/usd'
import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { useMe } from '../../../api/users.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { NftCard } from '../../grid/nft-card.tsx'
import type { CreateInput } from './create-schema.ts'
import { mediaKindOf } from './thumbnail/media-kind.ts'

/** The card of Explore with what the form says, seen by a visitor; nothing in it can be pressed. */
export function PreviewCard({ values }: { values: CreateInput }) {
  const { data: me } = useMe()
  const cardUrl = useObjectUrl(values.thumbnail)
  const name = values.name || t('create.untitled')
  const creator = {
    id: me?.id ?? '',
    first_name: me?.first_name ?? null,
    last_name: null,
    display_name: me?.display_name ?? null,
    logo: me?.avatar_url ?? null,
  }
  const nft = {
    ...UNMADE,
    name,
    chain: values.chain || 'POLYGON',
    media_type: values.nftFile ? mediaKindOf(values.nftFile) : 'image',
    card_url: cardUrl ?? EMPTY_PICTURE,
    created_by: creator.id,
    creator,
    listings: listingsOf(values.price),
  } as Nft
  return (
    <div role="img" aria-label={t('create.previewOf', { name, creator: me ? memberNameOf(me) : '' })}>
      <ul inert>
        <NftCard nft={nft} isEager onBuy={() => undefined} />
      </ul>
    </div>
  )
}

const EMPTY_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw'
/** The fields of an NFT that a card shows and the form does not have. */
const UNMADE = {
  id: '',
  alt_text: '',
  custody: 'HELD',
  mint_tx: { status: 'SUCCESSED' },
  approved: true,
  last_sale_price: null,
}

function listingsOf(price: string): Listing[] {
  const cents = parseUsdCents(price.trim())
  return cents === null ? [] : [{ status: 'ACTIVE', price: cents / 100 } as Listing]
}
