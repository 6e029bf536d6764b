import { recordRegistered } from '../codes/record-registered.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import { consumeLink, findLink, wasEmailVerifiedBy } from '../codes/consume-link.ts'

/**
 * Opens the link of the verification mail. Used before, by a scanner or a double click, it still succeeds; `meta.reason`
 * tells an expired link, which Retry can renew, from one we do not know.
 */
export async function verifyEmail(ctx: Context, token: string): Promise<void> {
  const isVerified = await inTransaction(ctx.db, async (tx) => {
    const link = await consumeLink(ctx, tx, { token, purposes: ['VERIFY_EMAIL'] })
    if (!link) return wasEmailVerifiedBy(tx, token)
    await recordRegistered(ctx, tx, link.userId)
    const now = ctx.clock.now()
    await tx
      .updateTable('users')
      .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)), updated_at: now }))
      .where('id', '=', link.userId)
      .execute()
    return true
  })
  ctx.failpoints.reach('verify-email.after-commit')
  if (isVerified) return
  const link = await findLink(ctx.db, token)
  const reason = link?.purpose === 'VERIFY_EMAIL' ? 'expired' : 'unknown'
  const message = reason === 'expired' ? 'This link has expired.' : 'This link is not valid.'
  throw new AppError('invalid', { fields: { token: [message] }, meta: { reason } })
}
