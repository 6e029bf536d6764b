import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'
import { indexOnce } from '../src/custody/evm/indexer/index-once.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { callNode } from './chain.ts'

/** Puts what was sent into blocks and reads them. @returns whether anything came of it */
export async function followChains(ctx: CustodyContext): Promise<boolean> {
  let hasChanged = false
  for (const chain of LIVE_CHAINS) hasChanged = (await followChain(ctx, chain)) || hasChanged
  return hasChanged
}

async function followChain(ctx: CustodyContext, chain: LiveChain): Promise<boolean> {
  const inFlight = await countInFlight(ctx, chain)
  const transfers = await countTransfers(ctx, chain)
  if (inFlight > 0) await callNode(ctx.chains[chain].rpcUrl, 'evm_mine')
  while (await indexOnce(ctx, chain));
  return inFlight > 0 || (await countTransfers(ctx, chain)) !== transfers
}

async function countInFlight(ctx: CustodyContext, chain: LiveChain): Promise<number> {
  const rows = ctx.db.selectFrom('chain_transactions').select('id').where('chain', '=', chain)
  return (await rows.where('status', 'in', ['SIGNED', 'SENT']).execute()).length
}

const countTransfers = async (ctx: CustodyContext, chain: LiveChain): Promise<number> =>
  (await ctx.db.selectFrom('chain_transfers').select('token_id').where('chain', '=', chain).execute()).length
