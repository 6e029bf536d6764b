import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { chainsOf, connectionOf } from '../src/gateways/chain/chain-access.ts'
import { callNode } from './chain.ts'
import { readOn } from './on-chain.ts'
import { passSlots } from './solana-slots.ts'

/** Puts what was sent into blocks and reads them. @returns whether anything came of it */
export async function followChains(ctx: CustodyContext): Promise<boolean> {
  const before = await readCounts(ctx)
  for (const chain of chainsOf(ctx)) {
    if (before.inFlight.has(chain)) await moveOn(ctx, chain)
    while (await readOn(ctx, chain));
  }
  return before.inFlight.size > 0 || (await readCounts(ctx)).transfers !== before.transfers
}

const moveOn = async (ctx: CustodyContext, chain: Chain): Promise<void> =>
  chain === 'SOL' ? passSlots(ctx, 2) : void (await callNode(connectionOf(ctx, chain).rpcUrl, 'evm_mine'))

/** The chains on which something was sent, and how many transfers are known. */
async function readCounts({ db }: CustodyContext): Promise<{ inFlight: Set<string>; transfers: number }> {
  const { rows } = await sql<{ chains: string[]; transfers: number }>`
    select array(select distinct chain::text from chain_transactions where status in ('SIGNED', 'SENT')) as chains,
      (select count(*) from chain_transfers) as transfers`.execute(db)
  return { inFlight: new Set(rows[0]?.chains), transfers: rows[0]?.transfers ?? 0 }
}
