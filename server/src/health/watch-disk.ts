import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { HealthItem } from '@verso/protocol/operations/health'
import type { Context, Sweep } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { readSpace } from '../media/storage/disk-space.ts'
import { urlsFor } from '../http/urls.ts'
import { lowDiskMail, recoveryMail } from '../messages/operator-mails.ts'
import { tellOperators } from '../notifications/operators/tell-operators.ts'

const OVER_RATIO = 1.2

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

/** Tells every admin, once each time it happens to a disk. Each process looks at its own. */
export const diskSpaceSweep: Sweep = {
  name: 'check-disk-space',
  everyMs: 30_000,
  run: async (ctx) => {
    const { freeBytes, isLow } = await readSpace(ctx)
    const { dev } = await stat(ctx.config.dataDir)
    const disk = { key: `disk_low ${hostname()} ${dev} `, freeBytes }
    await inTransaction(ctx.db, (tx) => (isLow ? tellLow(ctx, tx, disk) : tellOver(ctx, tx, disk)))
  },
}

/** Processes that share a disk have one row for each of their limits: the limit ends the key, and is the value. */
type Disk = { key: string; freeBytes: number }

const siteOf = (ctx: Context) => ({ origin: urlsFor(ctx).admin, brand: ctx.config.brand })

/** Told by the process that inserts the row. */
async function tellLow(ctx: Context, tx: Tx, { key, freeBytes }: Disk): Promise<void> {
  const { diskMinFreeBytes, dataDir } = ctx.config
  const isNew = await tx
    .insertInto('settings')
    .values({ key: key + diskMinFreeBytes, value: JSON.stringify(diskMinFreeBytes), updated_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!isNew) return
  const [host, free, needed] = [hostname(), megabytes(freeBytes), megabytes(diskMinFreeBytes)]
  ctx.log.error({ free, needed }, 'the disk is nearly full')
  const text = `The disk of ${host} is nearly full: ${free} are free at ${dataDir}, and ${needed} are wanted.`
  const mail = lowDiskMail(siteOf(ctx), { host, dataDir, free, needed })
  await tellOperators(ctx, tx, { kind: 'admin.check_failed', text, mail })
}

/** By every limit of this disk, also of a process that has ended. A disk that hovers at its limit stays low. */
async function tellOver(ctx: Context, tx: Tx, { key, freeBytes }: Disk): Promise<void> {
  const over = await tx
    .deleteFrom('settings')
    .where(sql<boolean>`starts_with(key, ${key}) and value < to_jsonb(${freeBytes / OVER_RATIO}::numeric)`)
    .returning(['value', 'updated_at'])
    .execute()
  for (const { value, updated_at } of over) {
    ctx.log.info('there is enough disk space again')
    const summary = `The disk of ${hostname()} is nearly full (less than ${megabytes(Number(value))} free)`
    const mail = recoveryMail(siteOf(ctx), { summary, since: updated_at })
    await tellOperators(ctx, tx, { kind: 'admin.check_failed', text: `Over: ${summary}.`, mail })
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')} MB`
