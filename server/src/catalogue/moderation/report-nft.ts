import type { reportBody } from '@verso/protocol/nfts'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject } from '../../events/subjects.ts'

/** Sends an NFT to the moderation queue. A member has one open report of an NFT: a second one replaces its text. */
export async function reportNft(
  ctx: Context,
  tx: Tx,
  input: z.output<typeof reportBody> & { nftId: string; reporterId: string },
): Promise<{ id: string }> {
  const { nftId, reporterId, reason, text } = input
  const row = { id: ctx.random.id(), nft_id: nftId, reporter_id: reporterId, reason, text, created_at: ctx.clock.now() }
  const report = await tx
    .insertInto('reports')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['nft_id', 'reporter_id']).where('status', '=', 'OPEN').doUpdateSet({ reason, text }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (report.id !== row.id) return report
  const { created_by } = await tx
    .selectFrom('nfts')
    .select('created_by')
    .where('id', '=', nftId)
    .executeTakeFirstOrThrow()
  await recordEvent(ctx, tx, {
    type: 'nft.reported',
    // Its members are not told who reported what.
    subjects: [nftSubject(nftId)],
    data: { nft_id: nftId, creator_id: created_by, reporter_id: reporterId },
  })
  return report
}
