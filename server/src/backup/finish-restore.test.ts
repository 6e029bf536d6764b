import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BANK } from '../../test/bank-details.ts'
import { assertBooksAreRight, buildBuyer, buildListedNft, reserve, topup } from '../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../test/build-member.ts'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { buildWallet } from '../../test/build-wallet.ts'
import { giveEarnings } from '../../test/give-credits.ts'
import { useStripeApp } from '../../test/providers/stripe-app.ts'
import { runJobs } from '../../test/run-jobs.ts'
import { systemRandom } from '../clock.ts'
import { createContext } from '../create-context.ts'
import type { CustodyContext } from '../custody/outcomes.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { connectClient } from '../db/connect-client.ts'
import { migrate } from '../db/migrate.ts'
import { createStorage } from '../gateways/storage/create-storage.ts'
import { findRestore } from '../health/find-restore.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { decidePayout } from '../payments/payouts/decide-payout.ts'
import { enterLostPayout } from '../payments/payouts/enter-lost-payout.ts'
import { compareWithProviderSweep } from '../payments/settlement/compare-with-provider.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'
import { changeRestored, findRestored } from '../settings/restored.ts'
import { getOperatorSettings } from '../settings/settings-store.ts'
import { JOBS } from '../worker.ts'
import { openFolderTarget } from './backup-target.ts'
import { endWhatWasOpen } from './end-what-was-open.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { deriveBackupKey } from './sealed-stream.ts'

const app = useStripeApp()
const { t } = app
const RESTORED = `verso_come_back_${process.pid}`
const closers: (() => Promise<unknown>)[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verso-come-back-'))
})
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await rm(folder, { recursive: true, force: true })
})

async function pay(member: Member, id: string): Promise<void> {
  await t.call('POST', `/api/payments/${id}/session/`, { token: member.tokens.access })
  app.stripe.account.pay(id)
  await settlePayment(t.ctx, id)
}
async function buyCredits(member: Member, amount: number): Promise<string> {
  const id = await topup(t, member, amount)
  await pay(member, id)
  return id
}
const asAdmin = (admin: Member, path: string, body: object) =>
  t.call('PUT', `/api/admin/${path}`, { token: admin.tokens.access, site: 'admin', body })
async function requestPayout(member: Member, amount: number): Promise<string> {
  const { tokens } = member
  await t.call('POST', '/api/accounts/fiats/', { token: tokens.access, body: BANK })
  return (await t.call('POST', '/api/payouts/', { token: tokens.access, body: { amount } })).body.data.id
}
async function work(): Promise<void> {
  await app.postEvents()
  await t.runJobs()
}

/** Every account of the books with what is in it. */
async function readBooks(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('ledger_accounts').select(['kind', 'user_id', 'balance_cents']).execute()
  return Object.fromEntries(
    rows
      .filter((row) => row.balance_cents !== 0)
      .map((row) => [`${row.kind} ${row.user_id ?? ''}`, row.balance_cents] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  )
}

/** Everything is lost but the backup, the provider and the chains; the product starts on what is restored. */
async function loseEverythingAndRestore(
  backUp: () => ReturnType<typeof makeBackup>,
): Promise<() => Promise<CustodyContext>> {
  const manifest = await backUp()
  return async () => {
    const ownerUrl = await createDatabase(t.ownerUrl, RESTORED)
    closers.push(() => dropDatabase(t.ownerUrl, RESTORED))
    const url = new URL(t.ctx.config.database.url)
    url.pathname = `/${RESTORED}`
    const database = { ...t.ctx.config.database, ownerUrl, url: url.href }
    const { appRole } = database
    const config = { ...t.ctx.config, dataDir: folder, database }
    await restoreBackup(access(), manifest, { config, storage: await createStorage(config), clock: t.clock })
    await migrate(ownerUrl, { appRole })
    await migrateJobs(ownerUrl, JOBS, { appRole })
    const ctx = await createContext(config, { clock: t.clock, random: systemRandom, log: t.ctx.log })
    closers.push(() => ctx.close())
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    return ctx
  }
}
const access = () => ({
  target: openFolderTarget(join(folder, 'backups')),
  key: deriveBackupKey('a key of the operator'),
  random: systemRandom,
})

test('what was bought, topped up, paid back and paid out after the backup is in the books again, to the cent', async () => {
  const [admin, whole, part, late] = [
    await buildAdmin(t),
    await buildMember(t),
    await buildMember(t),
    await buildMember(t),
  ]
  const [approved, unknown] = [await buildMember(t), await buildMember(t)]
  for (const { id: userId } of [approved, unknown]) await giveEarnings(t, { userId, amountCents: 10_000 })
  const { nft, listing } = await buildListedNft(t, { onChain: true })
  const buyer = await buildBuyer(t, { creditCents: 20 })
  await buildWallet(t, { userId: part.id })
  const wholeTopup = await buyCredits(whole, 20.5)
  await buyCredits(part, 10)
  await reserve(t, part, (await buildListedNft(t)).nft)
  const payout = await requestPayout(approved, 40.5)
  await asAdmin(admin, `payouts/${payout}/`, { status: 'APPROVED' })
  await work()
  await compareWithProviderSweep.run(t.ctx)
  t.clock.advance(60_000)

  const { config, storage, clock } = t.ctx
  const restore = await loseEverythingAndRestore(() =>
    makeBackup(access(), { config, storage, clock, isEmbedded: false }),
  )
  t.clock.advance(60_000)
  const purchase = await reserve(t, buyer, nft)
  await pay(buyer, purchase)
  const newTopup = await buyCredits(late, 7.13)
  expect((await asAdmin(admin, `payments/${wholeTopup}/`, { action: 'refund' })).status).toBe(200)
  const body = {}
  expect((await t.call('POST', '/api/accounts/credits/refund/', { token: part.tokens.access, body })).status).toBe(200)
  await asAdmin(admin, `payouts/${payout}/`, { status: 'PAID', reference: 'BANK-1' })
  const second = await requestPayout(unknown, 15.25)
  await asAdmin(admin, `payouts/${second}/`, { status: 'APPROVED' })
  await asAdmin(admin, `payouts/${second}/`, { status: 'PAID', reference: 'BANK-2' })
  await work()
  const books = await readBooks(t.ctx.db)
  expect(
    (await t.ctx.db.selectFrom('listings').select('status').where('id', '=', listing.id).executeTakeFirst())?.status,
  ).toBe('SOLD')

  const ctx = await restore()
  const isStopped = async () => (await getOperatorSettings(ctx)).buyingStopped
  expect(await isStopped()).toContain('Buying is stopped')
  expect((await findRestore(ctx))[0]?.detail).toMatch(/until then buying is stopped.*restore:payouts/)
  await expect(inTransaction(ctx.db, (tx) => decidePayout(ctx, tx, approve(payout, admin)))).rejects.toThrow(
    'First enter the payouts that the bank has made since',
  )
  await runJobs(ctx)
  expect(await isStopped()).toBeNull()
  expect((await findRestore(ctx))[0]?.detail).not.toContain('buying')
  const stateOf = async (id: string) =>
    (await ctx.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status
  expect(await Promise.all([purchase, newTopup, wholeTopup].map(stateOf))).toEqual(['SUCCESS', 'SUCCESS', 'REFUNDED'])

  for (const [userId, amountCents, reference, done] of [
    [approved.id, 4_050, 'BANK-1', 'completed'],
    [unknown.id, 1_525, 'BANK-2', 'entered'],
  ] as const) {
    const enter = () => inTransaction(ctx.db, (tx) => enterLostPayout(ctx, tx, { userId, amountCents, reference }))
    expect(await enter()).toBe(done)
    await expect(enter()).rejects.toThrow('in the books already')
  }
  const now = t.clock.now()
  await inTransaction(ctx.db, (tx) => changeRestored(tx, { payoutsEnteredAt: now }, now))
  expect(await findRestored(ctx.db)).toBeUndefined()
  await runJobs(ctx)
  expect(await readBooks(ctx.db)).toEqual(books)
  await assertBooksAreRight({ ctx })
})

const approve = (id: string, admin: Member) => ({
  id,
  adminId: admin.id,
  requestId: 'r',
  body: { status: 'APPROVED' as const },
})

describe('a backup that was made while a restore was unfinished', () => {
  const origin = (madeAt: string) => ({ id: madeAt, madeAt })
  const [first, second] = [origin('2026-11-20T03:00:00.000Z'), origin('2026-11-21T03:00:00.000Z')]
  const now = new Date('2026-11-22T03:00:00.000Z')
  /** Restores both, one after the other, and what was done `between`; nothing of it stays. */
  async function restoreTwice(between: string) {
    const client = await connectClient(t.ownerUrl, { statementTimeoutMs: 0 })
    try {
      await client.query('begin')
      await client.query(`insert into settings (key, value, updated_at) values ('buyingStopped', '"By us"', $1)`, [now])
      await endWhatWasOpen(client, { origin: first, now })
      await client.query(between)
      await endWhatWasOpen(client, { origin: second, now })
      const { rows } = await client.query(`select key, value from settings where key in ('buyingStopped', 'restored')`)
      const open = await client.query(`select key from incidents where key = 'restored'`)
      const values = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
      return { ...values, incidents: open.rowCount }
    } finally {
      await client.query('rollback')
      await client.end()
    }
  }

  test('still has the payouts of after the earlier one entered, and gives buying back as it was', async () => {
    const told = `insert into incidents (key, summary, detail, message_ids, opened_at) values ('restored', '', '', '[]', now())`
    expect(await restoreTwice(told)).toMatchObject({
      restored: {
        backupId: second.id,
        madeAt: first.madeAt,
        buyingStoppedBefore: 'By us',
        comparedAt: null,
        payoutsEnteredAt: null,
      },
      // The incident of the earlier restore is gone, so that the operator is told of this one too.
      incidents: 0,
    })
  })

  test('asks for no payouts again that were entered', async () => {
    const entered = `update settings set value = value || '{"payoutsEnteredAt": "2026-01-01T00:00:00Z"}' where key = 'restored'`
    expect(await restoreTwice(entered)).toMatchObject({
      restored: { madeAt: second.madeAt, buyingStoppedBefore: 'By us' },
    })
  })

  test('keeps what an operator has said about buying meanwhile', async () => {
    const said = `update settings set value = '"Closed for the week"' where key = 'buyingStopped'`
    expect(await restoreTwice(said)).toMatchObject({ restored: { buyingStoppedBefore: 'Closed for the week' } })
  })

  test('looks back no further once the earlier one is done', async () => {
    const done = `delete from settings where key = 'restored'`
    expect(await restoreTwice(done)).toMatchObject({ restored: { madeAt: second.madeAt } })
  })
})
