import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { hashToken } from '../sessions/hash-token.ts'
import type { LinkPurpose } from './issue-link.ts'

/** Consumes a link in the transaction of its effect: one statement, so one of many wins. */
export async function consumeLink(
  ctx: Context,
  tx: Tx,
  input: { token: string; purposes: LinkPurpose[]; email?: string },
): Promise<{ userId: string; purpose: string } | undefined> {
  const now = ctx.clock.now()
  const codeHash = hashToken(input.token)
  await lockMemberOfLink(tx, codeHash)
  let query = tx
    .deleteFrom('verification_codes')
    .where('code_hash', '=', codeHash)
    .where('purpose', 'in', input.purposes)
    .where('expires_at', '>', now)
  if (input.email !== undefined) query = query.where('target', '=', input.email)
  const link = await query.returning(['user_id', 'purpose', 'code_hash']).executeTakeFirst()
  if (!link) return undefined
  await tx
    .insertInto('used_links')
    .values({ ...link, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { userId: link.user_id, purpose: link.purpose }
}

/** The member's row before the link's, as where a link is issued: the other way round the two would deadlock. */
const lockMemberOfLink = (tx: Tx, codeHash: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('verification_codes').select('user_id').where('code_hash', '=', codeHash))
    .forNoKeyUpdate()
    .execute()

/** Ends the other links of a member. One that would have verified the address counts as used: opened later, it succeeds. */
export async function endLinks(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const purposes: LinkPurpose[] = ['VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION']
  const links = await tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .returning(['user_id', 'purpose', 'code_hash'])
    .execute()
  if (links.length === 0) return
  const used_at = ctx.clock.now()
  await tx
    .insertInto('used_links')
    .values(links.map((link) => ({ ...link, used_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The member of a link, also of an expired one. */
export async function findLink(db: Db | Tx, token: string) {
  return db
    .selectFrom('verification_codes')
    .select(['user_id', 'purpose', 'target', 'expires_at'])
    .where('code_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** True for a link of a member whose address it has already verified: opened twice, or by a mail scanner first. */
export async function wasEmailVerifiedBy(db: Db | Tx, token: string): Promise<boolean> {
  const used = await db
    .selectFrom('used_links')
    .innerJoin('users', 'users.id', 'used_links.user_id')
    .select('used_links.code_hash')
    .where('used_links.code_hash', '=', hashToken(token))
    .where('used_links.purpose', '=', 'VERIFY_EMAIL')
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return used !== undefined
}
