import type { Chain } from '@verso/protocol/chains'
import { isSameAddress } from '@verso/protocol/chains/addresses'
import type { Context } from '../../context.ts'
import type { Intent } from '../intents/intent.ts'
import { anyWithdrawalPayload } from '../intents/intent-payloads.ts'
import { findWalletProblem } from '../transfers/find-wallet-problem.ts'
import { hasLeftForGood } from './has-left-for-good.ts'
import { judgeMissing, type TokenState } from './judge-sale.ts'

type Target = { to: string; tokenId: string; wallet: string; mintStatus: string }
export type WithdrawalVerdict<S extends TokenState> =
  | { defer: string }
  | { impossible: string }
  | { target: Target; state: S }

/** Whether a withdrawal can be carried out now, later, or never. */
export async function judgeWithdrawal<S extends TokenState>(
  ctx: Context,
  intent: Intent,
  readState: (tokenId: string) => Promise<S>,
): Promise<WithdrawalVerdict<S>> {
  const target = await readTarget(ctx, intent)
  if (!target) return { impossible: 'the withdrawal is incomplete' }
  const state = await readState(target.tokenId)
  const { owner } = state
  if (owner === undefined) return judgeMissing(target.mintStatus)
  if (isSameAddress(owner, target.to)) return { defer: 'withdrawn already; the indexer will see it' }
  if (isSameAddress(owner, target.wallet)) {
    const problem = await findWalletProblem(ctx.db, { chain: intent.chain as Chain, to: target.to })
    return problem ? { impossible: problem } : { target, state }
  }
  if (await hasLeftForGood(ctx, intent, owner)) return { impossible: 'The NFT has left this wallet.' }
  return { defer: 'the token is not in the wallet of its owner' }
}

async function readTarget(ctx: Context, intent: Intent): Promise<Target | undefined> {
  const payload = anyWithdrawalPayload.safeParse(intent.payload)
  const row = await ctx.db
    .selectFrom('nfts')
    .innerJoin('wallets', (join) =>
      join.on('wallets.user_id', '=', intent.user_id).on('wallets.chain', '=', intent.chain as Chain),
    )
    .select(['nfts.token_id', 'nfts.mint_status', 'wallets.public_address'])
    .where('nfts.id', '=', intent.nft_id)
    .executeTakeFirst()
  if (!payload.success || !row?.token_id || !row.public_address) return undefined
  const { token_id: tokenId, mint_status: mintStatus, public_address: wallet } = row
  return { to: payload.data.to, tokenId, wallet, mintStatus }
}
