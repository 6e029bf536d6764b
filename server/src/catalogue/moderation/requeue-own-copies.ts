import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAudit } from '../../audit/audit.ts'
import { mayBeUp } from './taken-down.ts'

/**
 * A takedown is also about the other copies that the same member uploaded: their approval came before it, so they wait for
 * a person again, and are withheld meanwhile (docs/decisions/0151). Their listings stay, as those of what is not approved yet.
 */
export async function requeueOwnCopies(
  ctx: Context,
  tx: Tx,
  { nftId, adminId, requestId }: { nftId: string; adminId: string; requestId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select copy.id from nfts
      join files decided on decided.id in (nfts.file_id, nfts.thumbnail_file_id)
      join files copy on copy.sha256 = decided.sha256 and copy.owner_id = decided.owner_id
      where nfts.id = ${nftId}
    ), copies as (
      select nfts.id from own join nfts on nfts.file_id = own.id
      union select nfts.id from own join nfts on nfts.thumbnail_file_id = own.id
    ), locked as (
      select nfts.id from nfts join copies using (id)
      where nfts.id <> ${nftId} and approval = 'APPROVED' and ${mayBeUp} order by nfts.id for update of nfts
    )
    update nfts set approval = 'PENDING' where id in (select id from locked) returning id`.execute(tx)
  for (const { id } of rows)
    await recordAudit(ctx, tx, {
      actorId: adminId,
      action: 'nft.requeued',
      subject: { type: 'nft', id },
      before: { approval: 'APPROVED' },
      after: { approval: 'PENDING', copy_of: nftId },
      requestId,
    })
}
