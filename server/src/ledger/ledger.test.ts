import { afterEach, describe, expect, it } from 'vitest'
import { assertBooksAreRight } from '../../test/build-listed-nft.ts'
import { buildMember } from '../../test/build-member.ts'
import { giveCredits } from '../../test/give-credits.ts'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { chargeCreditHold, holdCredit, reopenCreditHold } from './credit-holds.ts'
import { postTransfer, type TransferInput } from './post-transfer.ts'
import { getBalances } from './queries.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(t.ctx.db, work)
const post = (input: TransferInput) => inTx((tx) => postTransfer(t.ctx, tx, input))
const newCause = () => ({ type: 'test', id: t.ctx.random.id() })
const move = (userId: string, amountCents: number, extra: Partial<TransferInput> = {}) =>
  post({
    kind: 'CREDIT_GRANTED',
    cause: newCause(),
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -amountCents },
      { account: { kind: 'CREDIT', userId }, amountCents },
    ],
    ...extra,
  })

describe('a transfer', () => {
  it('is posted once per cause, and once per success at a provider', async () => {
    const { id: userId } = await buildMember(t)
    const cause = newCause()
    const first = await move(userId, 500, { cause })
    expect(await move(userId, 500, { cause })).toEqual({ transferId: first.transferId, isNew: false })
    const success = { provider: 'sandbox', providerRef: `ord_${userId}` }
    expect((await move(userId, 300, success)).isNew).toBe(true)
    expect((await move(userId, 300, success)).isNew).toBe(false)
    expect((await getBalances(t.ctx.db, userId)).creditCents).toBe(800)
  })

  it('that races with itself is posted once', async () => {
    const { id: userId } = await buildMember(t)
    const cause = newCause()
    const results = await Promise.all(Array.from({ length: 10 }, () => move(userId, 100, { cause })))
    expect(results.filter((result) => result.isNew)).toHaveLength(1)
    expect((await getBalances(t.ctx.db, userId)).creditCents).toBe(100)
  })

  it('that does not sum to zero, or would take too much, changes nothing', async () => {
    const { id: userId } = await buildMember(t)
    const account = { kind: 'CREDIT', userId } as const
    await expect(
      post({ kind: 'CREDIT_GRANTED', cause: newCause(), entries: [{ account, amountCents: 5 }] }),
    ).rejects.toThrow('zero')
    await move(userId, 100)
    await expect(move(userId, -101)).rejects.toMatchObject({ code: 'conflict' })
    expect((await getBalances(t.ctx.db, userId)).creditCents).toBe(100)
  })

  it('cannot be changed afterwards, nor can one be slipped in that does not balance', async () => {
    const { id: userId } = await buildMember(t)
    const { transferId } = await move(userId, 100)
    await expect(
      t.ctx.db.updateTable('ledger_entries').set({ amount_cents: 1 }).where('transfer_id', '=', transferId).execute(),
    ).rejects.toThrow()
    await expect(t.ctx.db.deleteFrom('ledger_transfers').where('id', '=', transferId).execute()).rejects.toThrow()
    const { id: account_id } = await t.ctx.db
      .selectFrom('ledger_accounts')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const stray = {
      transfer_id: transferId,
      account_id,
      amount_cents: 7,
      balance_after_cents: 107,
      created_at: t.clock.now(),
    }
    await expect(t.ctx.db.insertInto('ledger_entries').values(stray).execute()).rejects.toThrow('sum to zero')
  })

  it('between busy accounts never blocks for ever', async () => {
    const [one, two] = [await buildMember(t), await buildMember(t)]
    await move(one.id, 1_000)
    await move(two.id, 1_000)
    const swap = (from: string, to: string) =>
      post({
        kind: 'CREDIT_GRANTED',
        cause: newCause(),
        entries: [
          { account: { kind: 'CREDIT', userId: from }, amountCents: -10 },
          { account: { kind: 'CREDIT', userId: to }, amountCents: 10 },
        ],
      })
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? swap(one.id, two.id) : swap(two.id, one.id))),
    )
    expect((await getBalances(t.ctx.db, one.id)).creditCents).toBe(1_000)
  })
})

describe('a credit hold', () => {
  it('sets 0.20 USD aside, once per cause, and is refused without credit', async () => {
    const { id: userId } = await buildMember(t)
    const cause = { purpose: 'MINT', causeId: t.ctx.random.id() } as const
    const hold = () => inTx((tx) => holdCredit(t.ctx, tx, { userId, ...cause }))
    await expect(hold()).rejects.toThrow('Insufficient Transaction Credits')
    await giveCredits(t, { userId, amountCents: 20 })
    await hold()
    await hold()
    expect(await getBalances(t.ctx.db, userId)).toMatchObject({ creditCents: 0, creditHeldCents: 20 })
  })

  it('never takes the last credit twice', async () => {
    const { id: userId } = await buildMember(t)
    await giveCredits(t, { userId, amountCents: 30 })
    const attempt = () => inTx((tx) => holdCredit(t.ctx, tx, { userId, purpose: 'MINT', causeId: t.ctx.random.id() }))
    const results = await Promise.allSettled(Array.from({ length: 6 }, attempt))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('is held again when a reorganisation undoes what was charged', async () => {
    const { id: userId } = await buildMember(t)
    await giveCredits(t, { userId, amountCents: 100 })
    const cause = { purpose: 'MINT', causeId: t.ctx.random.id() } as const
    await inTx((tx) => holdCredit(t.ctx, tx, { userId, ...cause }))
    for (let round = 0; round < 3; round++) {
      await inTx((tx) => chargeCreditHold(t.ctx, tx, cause))
      await inTx((tx) => reopenCreditHold(t.ctx, tx, cause))
    }
    expect(await getBalances(t.ctx.db, userId)).toMatchObject({ creditCents: 80, creditHeldCents: 20 })
  })
})
