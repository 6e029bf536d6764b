import { afterEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../src/db/client.ts'
import { collectFilesSweep, removeUnusedFiles } from '../src/media/files/collect-files.ts'
import { expireListingsSweep } from '../src/catalogue/listings/expire-listings.ts'
import { enqueueEmail } from '../src/messages/enqueue-message.ts'
import { sweepMessages } from '../src/messages/sweep-messages.ts'
import { reconcilePaymentsSweep } from '../src/payments/settlement/reconcile-payments.ts'
import { releaseEarningsSweep } from '../src/payments/earnings/earnings-holds.ts'
import { buildMember } from './build-member.ts'
import { buildFile, buildListing, multipartBody, samplePng } from './build-nft.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getCredit,
  reserve,
  statusOf,
  topup,
} from './build-listed-nft.ts'
import { buildCollector, buildMint, getNft } from './build-token.ts'
import { useTestApp } from './test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const THREE = [0, 1, 2]

const t = useTestApp({ env: { EARNINGS_HOLD_DAYS: '7' } })
afterEach(async () => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
  await assertBooksAreRight(t)
})

describe('a crash after the first of several rows', () => {
  test('leaves the other earnings held, and the next run releases each once', async () => {
    const seller = await buildCollector(t)
    const buyer = await buildBuyer(t)
    const mints = await Promise.all(THREE.map(() => buildMint(t, { creator: seller })))
    await t.runJobs()
    for (const { id } of mints) {
      const nft = await getNft(t, id)
      await buildListing(t, { nft, priceCents: 2_000 })
      await decide(t, await reserve(t, buyer, nft), 'success')
    }
    await t.runJobs()
    const holds = async () => {
      const rows = t.ctx.db.selectFrom('earnings_holds').select('status').where('user_id', '=', seller.id)
      return (await rows.execute()).map((row) => row.status).toSorted()
    }
    expect(await holds()).toEqual(['HELD', 'HELD', 'HELD'])
    t.clock.advance(8 * 24 * HOUR_MS)

    t.ctx.failpoints.arm('release-earnings.after-row')
    await expect(releaseEarningsSweep.run(t.ctx)).rejects.toThrow('release-earnings.after-row')
    expect(await holds()).toEqual(['HELD', 'HELD', 'RELEASED'])
    expect(await earningsOf(seller)).toEqual({ EARNINGS: 1_950, EARNINGS_HELD: 3_900 })
    await assertBooksAreRight(t)
    for (let run = 0; run < 2; run++) {
      await t.runJobs()
      expect(await holds()).toEqual(['RELEASED', 'RELEASED', 'RELEASED'])
      expect(await earningsOf(seller)).toEqual({ EARNINGS: 5_850, EARNINGS_HELD: 0 })
    }
  })

  test('leaves the other listings, which the next run ends', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + MINUTE_MS)
    const listed = await Promise.all(THREE.map(() => buildListedNft(t, { expiresAt })))
    t.clock.advance(2 * MINUTE_MS)
    const statuses = async () => (await Promise.all(listed.map(({ listing }) => statusOf(t, listing)))).toSorted()
    t.ctx.failpoints.arm('expire-listings.after-row')
    await expect(expireListingsSweep.run(t.ctx)).rejects.toThrow('expire-listings.after-row')
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'INACTIVE'])
    await t.runJobs()
    expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE'])
    for (const { nft } of listed) expect((await getNft(t, nft.id)).active_price_cents).toBeNull()
  })

  test('loses no payment whose webhook never came: it is looked up when the lease is over', async () => {
    const members = await Promise.all(THREE.map(() => buildMember(t)))
    for (const member of members) await decide(t, await topup(t, member, 40), 'success')
    const credits = async () =>
      (await Promise.all(members.map((each) => getCredit(t, each)))).map(({ credit }) => credit)
    t.clock.advance(MINUTE_MS)
    t.ctx.failpoints.arm('reconcile-payments.after-row')
    await expect(reconcilePaymentsSweep.run(t.ctx)).rejects.toThrow('reconcile-payments.after-row')
    expect((await credits()).toSorted()).toEqual([0, 0, 40])
    t.clock.advance(MINUTE_MS)
    for (let run = 0; run < 2; run++) {
      await t.runJobs()
      expect(await credits()).toEqual([40, 40, 40])
    }
  })

  test('loses no mail, and sends none twice', async () => {
    const sent: string[] = []
    const { mailer } = t.ctx
    const send = async ({ to }: { to: string }) => ({ providerRef: String(sent.push(to)) })
    const recipients = THREE.map((number) => `swept-${number}@example.test`)
    const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    for (const to of recipients) await inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to, mail }))
    t.ctx.mailer = { name: 'smtp', send, check: async () => undefined }
    t.ctx.failpoints.arm('deliver-message.before-send')
    await expect(sweepMessages.run(t.ctx)).rejects.toThrow('deliver-message.before-send')
    expect(sent).toHaveLength(THREE.length - 1)
    await t.runJobs()
    t.clock.advance(2 * MINUTE_MS)
    await t.runJobs()
    t.ctx.mailer = mailer
    expect(sent.toSorted()).toEqual(recipients)
  })

  test('leaves the other bytes, which the next run removes', async () => {
    const keys = await leaveFiles(3)
    t.ctx.failpoints.arm('remove-bytes.after-row')
    await expect(collectFilesSweep.run(t.ctx)).rejects.toThrow('remove-bytes.after-row')
    expect((await areStored(keys)).toSorted()).toEqual([false, true, true])
    await t.runJobs()
    expect(await areStored(keys)).toEqual([false, false, false])
    expect(await countDue(keys)).toBe(0)
  })
})

describe('a crash between what is done elsewhere and its commit', () => {
  test('a reservation that ran out, whose session the provider has closed, expires once', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
    t.clock.advance(16 * MINUTE_MS)
    t.ctx.failpoints.arm('expire-payment.after-provider')
    // A look-up that fails is tried again; the sweep goes on.
    await reconcilePaymentsSweep.run(t.ctx)
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    t.clock.advance(MINUTE_MS)
    for (let run = 0; run < 2; run++) {
      await t.runJobs()
      const payments = t.ctx.db.selectFrom('payments').select('status').where('listing_id', '=', listing.id)
      expect(await payments.execute()).toEqual([{ status: 'EXPIRED' }])
      expect(await statusOf(t, listing)).toBe('ACTIVE')
      expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
    }
  })

  test('unused bytes are gone, their row too', async () => {
    const keys = await leaveFiles(2)
    await crashWhileRemoving()
    expect(await countDue(keys)).toBe(1)
    t.clock.advance(HOUR_MS)
    await t.runJobs()
    expect(await areStored(keys)).toEqual([false, false])
    expect(await countDue(keys)).toBe(0)
  })

  test('bytes that are deleted while their row says they are due may be uploaded again, and stay', async () => {
    const bytes = await samplePng('rebeccapurple')
    const [key] = await leaveFiles(1, bytes)
    await crashWhileRemoving()
    expect(await areStored([key])).toEqual([false])
    const { payload, headers } = multipartBody({ bytes })
    const other = await buildMember(t)
    const uploaded = await t.call('POST', '/api/files/', { token: other.tokens.access, body: payload, headers })
    expect(uploaded.status).toBeLessThan(300)
    t.clock.advance(HOUR_MS)
    await t.runJobs()
    expect(await areStored([key])).toEqual([true])
    expect(await countDue([key])).toBe(0)
  })
})

/** One that could not be removed is logged and waits; the sweep goes on. */
async function crashWhileRemoving(): Promise<void> {
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  t.ctx.failpoints.arm('remove-bytes.before-commit')
  await collectFilesSweep.run(t.ctx)
  log.mockRestore()
}

/** The balances of a member in the books, by account. */
async function earningsOf({ id }: { id: string }): Promise<Record<string, number>> {
  const accounts = t.ctx.db.selectFrom('ledger_accounts').select(['kind', 'balance_cents']).where('user_id', '=', id)
  const rows = await accounts.where('kind', 'in', ['EARNINGS', 'EARNINGS_HELD']).execute()
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance_cents]))
}

/** Files of a member who has left, whose bytes are due. */
async function leaveFiles(count: number, bytes?: Buffer): Promise<string[]> {
  const { id: ownerId } = await buildMember(t)
  const files = []
  for (let made = 0; made < count; made++) files.push(await buildFile(t, { ownerId, ...(bytes && { bytes }) }))
  await inTransaction(t.ctx.db, (tx) => removeUnusedFiles(t.ctx, tx, ownerId))
  t.clock.advance(HOUR_MS)
  return files.map((file) => file.storage_key)
}

const areStored = (keys: (string | undefined)[]): Promise<boolean[]> =>
  Promise.all(keys.map(async (key = '') => (await t.ctx.storage.size(key)) !== undefined))

const countDue = async (keys: (string | undefined)[]): Promise<number> =>
  (await t.ctx.db.selectFrom('removed_bytes').select('storage_key').execute()).filter((row) =>
    keys.includes(row.storage_key),
  ).length
