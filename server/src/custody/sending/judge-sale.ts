import { isSameAddress } from '@verso/protocol/chains/addresses'
import type { Context } from '../../context.ts'
import type { Intent } from '../intents/intent.ts'
import { hasLeftForGood } from './has-left-for-good.ts'
import type { SaleRow } from './list-sales.ts'

/** The state of a token on its chain now; without an owner it does not exist. */
export type TokenState = { owner: string | undefined }
type ReadySale = SaleRow & { token_id: string; seller_address: string; buyer_address: string }
export type SaleVerdict<S extends TokenState> =
  | { defer: string }
  | { impossible: string }
  | { sale: ReadySale; state: S }

/** Whether a sale can be carried out now, later, or never. */
export async function judgeSale<S extends TokenState>(
  ctx: Context,
  { intent, sale }: { intent: Intent; sale: SaleRow | undefined },
  readState: (tokenId: string) => Promise<S>,
): Promise<SaleVerdict<S>> {
  if (!sale) return { impossible: 'there is no such sale' }
  if (sale.status === 'INACTIVE') return { impossible: 'the sale was called off' }
  if (!isReady(sale)) return { defer: 'not ready' }
  const state = await readState(sale.token_id)
  const { owner } = state
  if (owner === undefined) return judgeMissing(sale.mint_status)
  if (isSameAddress(owner, sale.buyer_address)) return { defer: 'settled already; the indexer will see it' }
  if (isSameAddress(owner, sale.seller_address)) return { sale, state }
  if (!(await hasLeftForGood(ctx, intent, owner))) return { defer: 'the token is not in the wallet of its seller' }
  return { impossible: 'The NFT has left the wallet of its seller.' }
}

/** A reorganisation took the mint: it is sent again, unless that has failed. */
export const judgeMissing = (mintStatus: string): { defer: string } | { impossible: string } =>
  mintStatus === 'FAILED'
    ? { impossible: 'The NFT could not be minted again.' }
    : { defer: 'the token is not on chain yet' }

/** SOLD: a reorganisation took the transfer of an NFT that is sold on already. */
const isReady = (sale: SaleRow): sale is ReadySale =>
  (sale.status === 'PAID' || sale.status === 'SOLD') &&
  sale.token_id !== null &&
  sale.buyer_address !== null &&
  sale.seller_address !== null
