import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { hashToken } from '../sessions/hash-token.ts'
import { deriveLinkToken } from './secrets.ts'

export type LinkPurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'INVITATION'

/**
 * The token of a link for one mail. A live link with over half its life left is sent again rather than replaced, so
 * that a stranger who keeps asking cannot make the links in a member's mailbox useless. The caller holds the lock of the
 * member's row: of two requests at the same moment, each would find no link and make one, and the first would be dead.
 */
export async function issueLink(
  ctx: Context,
  tx: Tx,
  input: { userId: string; purpose: LinkPurpose; email: string },
): Promise<string> {
  const now = ctx.clock.now()
  const ttlMs = ctx.config.linkLivesMs[input.purpose]
  const live = await tx
    .selectFrom('verification_codes')
    .select(['id', 'code_hash', 'expires_at'])
    .where('user_id', '=', input.userId)
    .where('purpose', '=', input.purpose)
    .forUpdate()
    .executeTakeFirst()
  const isGood =
    live && live.expires_at > after(now, ttlMs / 2) && live.code_hash === hashToken(deriveLinkToken(ctx, live.id))
  if (isGood) return deriveLinkToken(ctx, live.id)
  const id = ctx.random.id()
  const token = deriveLinkToken(ctx, id)
  const row = {
    id,
    user_id: input.userId,
    purpose: input.purpose,
    target: input.email,
    code_hash: hashToken(token),
    created_at: now,
    sent_at: now,
    expires_at: after(now, ttlMs),
  }
  await tx
    .insertInto('verification_codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute()
  return token
}
