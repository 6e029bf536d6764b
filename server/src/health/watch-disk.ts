import type { HealthItem } from '@verso/protocol/operations'
import { z } from 'zod'
import type { Context, Sweep } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { readSpace } from '../media/storage/disk-space.ts'
import { urlsFor } from '../http/urls.ts'
import { lowDiskMail } from '../messages/operator-mails.ts'
import { tellOperators } from '../notifications/operators/tell-operators.ts'

const KEY = 'disk_space'
const stateSchema = z.object({ isLow: z.boolean() })

export async function reportDisk(ctx: Context): Promise<HealthItem> {
  const item = { name: 'disk', chain: null } as const
  try {
    const { freeBytes, isLow } = await readSpace(ctx)
    const detail = `${megabytes(freeBytes)} free; wanted ${megabytes(ctx.config.diskMinFreeBytes)}`
    return { ...item, status: isLow ? 'failed' : 'ok', detail }
  } catch (error) {
    return { ...item, status: 'failed', detail: (error as Error).message }
  }
}

/** Tells every admin, once each time it happens. */
export const diskSpaceSweep: Sweep = {
  name: 'check-disk-space',
  everyMs: 30_000,
  run: async (ctx) => {
    const { freeBytes, isLow } = await readSpace(ctx)
    await inTransaction(ctx.db, async (tx) => {
      const wasLow = await replaceState(ctx, tx, isLow)
      if (isLow && !wasLow) await alertOperators(ctx, tx, freeBytes)
      if (!isLow && wasLow) ctx.log.info({ free: megabytes(freeBytes) }, 'there is enough disk space again')
    })
  },
}

/** The row is made before it is locked, so that of two processes one alerts. */
async function replaceState(ctx: Context, tx: Tx, isLow: boolean): Promise<boolean> {
  const updated_at = ctx.clock.now()
  await tx
    .insertInto('settings')
    .values({ key: KEY, value: JSON.stringify({ isLow: false }), updated_at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const query = tx.selectFrom('settings').select('value').where('key', '=', KEY).forUpdate()
  const wasLow = stateSchema.safeParse((await query.executeTakeFirstOrThrow()).value).data?.isLow ?? false
  if (wasLow !== isLow)
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify({ isLow }), updated_at })
      .where('key', '=', KEY)
      .execute()
  return wasLow
}

async function alertOperators(ctx: Context, tx: Tx, freeBytes: number): Promise<void> {
  const [free, needed] = [megabytes(freeBytes), megabytes(ctx.config.diskMinFreeBytes)]
  ctx.log.error({ free, needed }, 'the disk is nearly full; uploads and purchases are paused')
  const mail = lowDiskMail({ origin: urlsFor(ctx).admin, brand: ctx.config.brand }, { free, needed })
  const text = `The disk is nearly full: ${free} are free. Uploads and purchases are paused.`
  await tellOperators(ctx, tx, { kind: 'admin.check_failed', text, mail })
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')} MB`
