import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { ListingsTable, NftsTable } from '../../db/types.gen.ts'
import { createWatch, type Until } from './watch.ts'

/** How far an NFT has come. */
export type NftState = Pick<Selectable<NftsTable>, 'id' | 'owned_by' | 'mint_status' | 'approval'> & {
  sales: number
  open_listing: Pick<Selectable<ListingsTable>, 'status' | 'buyer_id'> | null
}

export const watchNfts = ({ db }: Context): Until<NftState> =>
  createWatch(async () => new Map((await states.execute(db)).rows.map((state) => [state.id, state])))

const states = sql<NftState>`
  select n.id, n.owned_by, n.mint_status, n.approval,
    (select count(*) from listings l where l.nft_id = n.id and l.status = 'SOLD') as sales,
    (select json_build_object('status', l.status, 'buyer_id', l.buyer_id) from listings l
      where l.nft_id = n.id and l.status in ('ACTIVE', 'PAYMENT_PROCESSING', 'PAID')) as open_listing
  from nfts n`
