import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, notFound } from '../../http/app-error.ts'

type Settlement = { chain: string; token_id: string; reason: string; adminId: string; requestId: string }

/**
 * An operator has dealt with a token that no NFT has, once; its incident ends with it.
 * @throws AppError not_found when no such token was seen, conflict when it is settled already
 */
export async function settleUnknownToken(ctx: Context, tx: Tx, settlement: Settlement): Promise<Date> {
  const { chain, token_id, reason, adminId, requestId } = settlement
  const settled_at = ctx.clock.now()
  const settled = await tx
    .updateTable('chain_unknown_tokens')
    .set({ settled_at })
    .where('chain', '=', chain)
    .where('token_id', '=', token_id)
    .where('settled_at', 'is', null)
    .returning(['to_address', 'transaction_hash'])
    .executeTakeFirst()
  if (!settled) throw await refusal(tx, settlement)
  await recordAudit(ctx, tx, {
    actorId: adminId,
    action: 'unknown_token.settle',
    subject: { type: 'token', id: `${chain} ${token_id}` },
    before: settled,
    after: { settled: true, reason },
    requestId,
  })
  return settled_at
}

async function refusal(tx: Tx, { chain, token_id }: Settlement): Promise<Error> {
  const found = tx.selectFrom('chain_unknown_tokens').select('token_id').where('chain', '=', chain)
  const isKnown = await found.where('token_id', '=', token_id).executeTakeFirst()
  return isKnown ? conflict('This token is settled already') : notFound('Token not found')
}
