import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildMember, type Member } from '../build-member.ts'
import { buildListing, buildNft } from '../build-nft.ts'
import { assertBooksAreRight, buildBuyer, topup } from '../build-listed-nft.ts'
import type { TestApp } from '../test-app.ts'
import { expectOneEnd } from './payment-ends.ts'
import { type Outside, PaymentHistory, type Step, STEPS } from './payment-history.ts'

const isTorture = process.env.TORTURE_ROUNDS !== undefined
/** Other histories each time in the torture, in `npm test` always the same few. */
const SEEDED = isTorture ? {} : { seed: 20_261_120 }

const TOPUP_STEPS = [
  'success',
  'failed',
  'pending',
  'canceled',
  'webhook',
  'wait',
  'compare',
  'forge',
  'payWrong',
  'payBack',
  'chargeBack',
] as const satisfies readonly Step[]
const step = fc.record({ what: fc.constantFrom(...STEPS), who: fc.nat(1), minutes: fc.nat(40) })

/** The tests of any history of a payment, at one provider. */
export function testPaymentHistories(t: TestApp, outside: () => Outside): void {
  const { short, perRound } = outside().runs
  const runs = isTorture ? Number(process.env.TORTURE_ROUNDS) * perRound : short
  const timeout = 30_000 + runs * 4_000

  it(
    'ends with one winner or none, and every cent accounted for',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.array(step, { minLength: 3, maxLength: 18 }), async (seed, steps) => {
          const history = new PaymentHistory(t, outside(), seed)
          const { nft, listing } = await buildNftForSale(t, { isResale: seed % 2 === 0 })
          // The second has credits for one purchase at most, and half of the time for none.
          const buyers = [await buildBuyer(t), await buildBuyer(t, { creditCents: seed % 4 < 2 ? 10 : 20 })] as const
          const payments: [string[], string[]] = [[], []]
          for (const { what, who, minutes } of steps) {
            const [buyer, own] = [buyers[who as 0 | 1], payments[who as 0 | 1]]
            await history.take(what, { buyer, own, nft, listing, minutes })
            // Thousands of histories fill the books: then they are read once for each.
            if (!isTorture) await assertBooksAreRight(t)
          }
          await history.settleAll(payments.flat())
          await assertBooksAreRight(t)
          await expectOneEnd(t, listing.id, history.reasons)
          await history.expectAgreement(payments.flat())
        }),
        { numRuns: runs, ...SEEDED },
      )
    },
    timeout,
  )

  it(
    'of a top-up credits what was paid once, or sends it back',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.array(fc.constantFrom(...TOPUP_STEPS), { maxLength: 8 }), async (seed, steps) => {
          const history = new PaymentHistory(t, outside(), seed)
          const member = await buildBuyer(t, { creditCents: 100 })
          const id = await topup(t, member, 30)
          const scene = { buyer: member, own: [id], nft: { id: '' }, listing: { id: '' }, minutes: 20 }
          for (const what of steps) await history.take(what, scene)
          await history.settleAll([id])
          await expectCredited(t, member, id)
          await assertBooksAreRight(t)
          await history.expectAgreement([id])
        }),
        { numRuns: Math.ceil(runs / 4), ...SEEDED },
      )
    },
    timeout,
  )
}

async function buildNftForSale(t: TestApp, { isResale }: { isResale: boolean }) {
  const [creator, owner] = [await buildMember(t), await buildMember(t)]
  const nft = await buildNft(t, { creator, owner: isResale ? owner : creator, royaltyBps: 750 })
  return { nft, listing: await buildListing(t, { nft, priceCents: 2_500 }) }
}

async function expectCredited({ ctx: { db } }: TestApp, member: Member, id: string): Promise<void> {
  const payments = db.selectFrom('payments').select(['status', 'captured_at']).where('id', '=', id)
  const { status, captured_at } = await payments.executeTakeFirstOrThrow()
  const account = db.selectFrom('ledger_accounts').select('balance_cents').where('user_id', '=', member.id)
  const { balance_cents } = await account.where('kind', '=', 'CREDIT').executeTakeFirstOrThrow()
  // A chargeback is the platform's loss until an admin enters how it ended.
  const isCredited = status === 'SUCCESS' || (status === 'DISPUTED' && captured_at !== null)
  expect(balance_cents).toBe(isCredited ? 3_100 : 100)
}
