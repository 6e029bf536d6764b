import { hostname } from 'node:os'
import type { HealthItem } from '@verso/protocol/operations'
import type { Context, Sweep } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { readSpace } from '../media/storage/disk-space.ts'
import { urlsFor } from '../http/urls.ts'
import { lowDiskMail, problemMail, recoveryMail } from '../messages/operator-mails.ts'
import { tellOperators } from '../notifications/operators/tell-operators.ts'

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

/** Tells every admin, once each time it happens on a machine. Each process looks at its own disk. */
export const diskSpaceSweep: Sweep = {
  name: 'check-disk-space',
  everyMs: 30_000,
  run: async (ctx) => {
    const { freeBytes, isLow } = await readSpace(ctx)
    await inTransaction(ctx.db, (tx) => (isLow ? tellLow(ctx, tx, freeBytes) : tellOver(ctx, tx)))
  },
}

/** Of those that answer members on one machine, and of its workers. */
const keyOf = ({ config }: Context): string => `disk_low ${hostname()}${config.role === 'worker' ? ' worker' : ''}`
const summaryOf = () => `The disk of ${hostname()} is nearly full`
const siteOf = (ctx: Context) => ({ origin: urlsFor(ctx).admin, brand: ctx.config.brand })

/** Told by the process that inserts the row. */
async function tellLow(ctx: Context, tx: Tx, freeBytes: number): Promise<void> {
  const isNew = await tx
    .insertInto('settings')
    .values({ key: keyOf(ctx), value: JSON.stringify(null), updated_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!isNew) return
  const [free, needed] = [megabytes(freeBytes), megabytes(ctx.config.diskMinFreeBytes)]
  ctx.log.error({ free, needed }, 'the disk is nearly full')
  const summary = summaryOf()
  const detail = `${free} are free where DATA_DIR is, and ${needed} are wanted`
  const [mail, paused] =
    ctx.config.role === 'worker'
      ? [problemMail(siteOf(ctx), { summary, detail }), '']
      : [lowDiskMail(siteOf(ctx), { host: hostname(), free, needed }), ' Uploads and purchases are paused.']
  await tellOperators(ctx, tx, { kind: 'admin.check_failed', text: `${summary}: ${detail}.${paused}`, mail })
}

async function tellOver(ctx: Context, tx: Tx): Promise<void> {
  const low = tx.deleteFrom('settings').where('key', '=', keyOf(ctx)).returning('updated_at')
  const row = await low.executeTakeFirst()
  if (!row) return
  ctx.log.info('there is enough disk space again')
  const summary = summaryOf()
  const mail = recoveryMail(siteOf(ctx), { summary, since: row.updated_at })
  await tellOperators(ctx, tx, { kind: 'admin.check_failed', text: `Over: ${summary}.`, mail })
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')} MB`
