import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft, user } from '../../events/subjects.ts'
import type { Device } from '../../http/device.ts'
import { type MailSite, withdrawalStartedMail } from '../../messages/membership-mails.ts'
import { tellOwner } from '../../messages/tell-owner.ts'
import { recordAudit } from '../../audit/audit.ts'

type Input = { userId: string; nftId: string; to: string; site: MailSite; device: Device }

/** In the transaction of a withdrawal: its owner is told by mail, and it stands in the audit log. */
export async function announceWithdrawal(ctx: Context, tx: Tx, input: Input): Promise<void> {
  const { userId, nftId, to, site, device } = input
  const { name } = await tx.selectFrom('nfts').select('name').where('id', '=', nftId).executeTakeFirstOrThrow()
  await tellOwner(ctx, tx, userId, withdrawalStartedMail(site, name, to))
  await recordAudit(ctx, tx, {
    actorId: userId,
    action: 'nft.withdraw',
    subject: { type: 'nft', id: nftId },
    after: { to },
    origin: { userId, device },
  })
  await recordEvent(ctx, tx, {
    type: 'security.withdrawal',
    subjects: [user(userId), nft(nftId)],
    data: { user_id: userId, nft_id: nftId },
  })
}
