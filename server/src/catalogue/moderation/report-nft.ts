import { MAX_REPORTS_PER_DAY } from '@verso/protocol/limits'
import type { reportBody } from '@verso/protocol/nfts'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject } from '../../events/subjects.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Sends an NFT to the moderation queue. A member has one open report of an NFT: a second one replaces its text.
 * @throws AppError too_many_requests after 20 new ones in a day: one member must not fill the queue
 */
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
  await takePoint(ctx, tx, { name: 'reports', subject: reporterId, limit: MAX_REPORTS_PER_DAY, windowMs: DAY_MS })
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
