import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { endAllSessions } from '../../identity/sessions/end-sessions.ts'
import { UNRESERVED_STATUSES } from '../../catalogue/listings/close-open-listing.ts'
import { moveListing } from '../../catalogue/listings/move-listing.ts'
import { type MailSite, suspendedMail } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import type { UserRow } from '../../identity/members/queries.ts'

/**
 * The effects of a suspension besides the status (docs/decisions/0050): the member is out at once, and what they listed is no
 * longer for sale. What a buyer has reserved is left to its buyer. Call it with the member's row locked.
 */
export async function suspendMember(
  ctx: Context,
  tx: Tx,
  { user, site }: { user: UserRow; site: MailSite },
): Promise<void> {
  await endAllSessions(ctx, tx, { userId: user.id })
  const listings = await tx
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', user.id)
    .where('status', 'in', UNRESERVED_STATUSES)
    .orderBy('id')
    .execute()
  for (const { id } of listings)
    await moveListing(ctx, tx, { listingId: id, from: UNRESERVED_STATUSES, to: 'INACTIVE' })
  await enqueueEmail(ctx, tx, { to: user.email, mail: suspendedMail(site) })
}
