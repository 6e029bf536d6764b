import { connectionOf, explorerOf, isOffered } from '../../gateways/chain/chain-access.ts'
import type { UnknownToken } from '@verso/protocol/operations/unknown-tokens'
import type { Context } from '../../context.ts'
import { openUnknownTokens } from '../../custody/transfers/report-unknown-token.ts'

const SHOWN = 100

/** Those that wait longest, and how many there are. */
export async function listOpenTokens(ctx: Context): Promise<{ tokens: UnknownToken[]; total: number }> {
  const open = openUnknownTokens(ctx.db)
  const rows = await open.selectAll('unknown').orderBy('seen_at').orderBy('token_id').limit(SHOWN).execute()
  const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const tokens = rows.flatMap(({ chain, token_id, to_address, transaction_hash, seen_at }) => {
    if (!isOffered(ctx, chain)) return []
    const connection = connectionOf(ctx, chain)
    const { contract } = connection
    const explorer_url = explorerOf(connection)?.addressOfToken({ contract, tokenId: token_id }) ?? null
    const seen = { owner_address: to_address, transaction_hash, seen_at: seen_at.toISOString() }
    return [{ chain, contract, token_id, ...seen, explorer_url }]
  })
  return { tokens, total: Number(total) }
}
