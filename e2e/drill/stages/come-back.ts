import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findRestored } from '../../../server/src/settings/restored.ts'
import { checkLedger } from '../../../server/src/ledger/check-ledger.ts'
import { POSTGRES_BIN } from '../installed.ts'
import { measure, step } from '../report.ts'
import { addCredits, buyWork, listWork, openTrader, ownerOf, sellWork } from '../sell-work.ts'
import type { Site } from '../site.ts'
import { until } from '../until.ts'

const COMPARED_MS = 120_000

/** Backs up, sells one more, loses database, files and processes, restores, and looks for what was there. */
export async function comeBack(site: Site): Promise<void> {
  const { client, fleet, outside, folder } = site
  const place = ['--to', join(folder, 'backups')]
  const kept = await sellWork(site.ctx, client, 'Sold before the backup')
  const listed = await listWork(site.ctx, client, 'Sold after the backup')
  const buyer = await openTrader(site.ctx, client)
  await step('backup', () => fleet.run('backup/backup', place, site.settings))
  await step('backup:verify', () => fleet.run('backup/verify', ['--from', ...place.slice(1)], site.settings))
  await step('a work and credits are sold after the backup', async () => {
    await buyWork(client, listed, buyer)
    await addCredits(client, buyer)
  })
  const payments = await countPayments(site)
  const old = site.settings
  await step('everything is lost', async () => {
    await fleet.killAll()
    await site.ctx.close()
    rmSync(old.DATA_DIR as string, { recursive: true })
  })
  await site.moveTo({ database: await outside.makeDatabase('restored'), dataDir: join(folder, 'data-2') })
  await step('restore', () => fleet.run('backup/restore', ['--from', ...place.slice(1)], site.settings))
  keepProvider(old.MIGRATION_DATABASE_URL as string, site.settings.MIGRATION_DATABASE_URL as string)
  await outside.dropDatabase('drill')
  await step('all processes start again', () => site.startAll())
  await step('the books are compared with provider and chain', () =>
    until(
      'what was restored is compared',
      async () => (await findRestored(site.ctx.db))?.comparedAt != null,
      COMPARED_MS,
    ),
  )
  await compare(site, { kept, listed, buyer, payments })
  await step('a work is sold after all of it', () => sellWork(site.ctx, client, 'Sold after the restore'))
}

type Before = {
  kept: { nftId: string; buyer: string }
  listed: string
  buyer: { id: string; token: string }
  payments: number
}

async function compare(site: Site, { kept, listed, buyer, payments }: Before): Promise<void> {
  const { client, ctx } = site
  await step('the work sold before the backup is with its buyer', () =>
    until('its owner is the buyer', async () => (await ownerOf(client, kept.nftId)) === kept.buyer),
  )
  await step('the work sold after the backup is with its buyer, too', () =>
    until('its owner is the buyer', async () => (await ownerOf(client, listed)) === buyer.id),
  )
  const { status } = await client.send({ path: '/api/accounts/credits/', token: buyer.token })
  measure({ what: 'answer to a session of before', measured: status, unit: '', atLeast: 401, atMost: 401 })
  const count = await countPayments(site)
  measure({ what: 'payments that are there again', measured: count, unit: '', atLeast: payments, atMost: payments })
  measure({ what: 'faults in the ledger', measured: (await checkLedger(ctx.db)).length, unit: '', atMost: 0 })
}

/** Those that money came in by. */
const countPayments = ({ ctx }: Site) =>
  ctx.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'SUCCESS')
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

/** The sandbox keeps its books in our database. A provider would have lost nothing: they are copied as they are. */
function keepProvider(from: string, to: string): void {
  const dump = spawnSync(join(POSTGRES_BIN, 'pg_dump'), ['--schema=sandbox', from], { encoding: 'utf8' })
  if (dump.status !== 0) throw new Error(dump.stderr)
  const args = [
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--single-transaction',
    '--command=drop schema if exists sandbox cascade',
    '--file=-',
    to,
  ]
  const load = spawnSync(join(POSTGRES_BIN, 'psql'), args, { input: dump.stdout, encoding: 'utf8' })
  if (load.status !== 0) throw new Error(load.stderr)
}
