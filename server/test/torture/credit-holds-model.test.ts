import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../src/db/client.ts'
import { chargeCreditHold, holdCredit, releaseCreditHold } from '../../src/ledger/credit-holds.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { buildMember } from '../build-member.ts'
import { assertBooksAreRight } from '../build-listed-nft.ts'
import { giveCredits } from '../give-credits.ts'
import { useTestApp } from '../test-app.ts'

/** 1,000 sequences in `npm run torture`. */
const RUNS = process.env.TORTURE_ROUNDS === undefined ? 40 : Number(process.env.TORTURE_ROUNDS) * 40

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(t.ctx.db, work)

type HoldModel = { credit: number; held: number; charged: number; state: 'NONE' | 'HELD' | 'CHARGED' | 'RELEASED' }

/** The model of the holds, in the simplest form. */
const MODEL: Record<string, (model: HoldModel) => HoldModel> = {
  give: (model) => ({ ...model, credit: model.credit + 50 }),
  hold: (model) =>
    model.state === 'HELD' || model.credit < 20
      ? model
      : { ...model, state: 'HELD', credit: model.credit - 20, held: model.held + 20 },
  charge: (model) =>
    model.state === 'HELD' ? { ...model, state: 'CHARGED', held: model.held - 20, charged: model.charged + 20 } : model,
  release: (model) =>
    model.state === 'HELD' ? { ...model, state: 'RELEASED', held: model.held - 20, credit: model.credit + 20 } : model,
}

describe('credit holds in any order', () => {
  it(
    'agree with the model, with any repetition',
    async () => {
      const command = fc.constantFrom('give', 'hold', 'charge', 'release')
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
          const { id: userId } = await buildMember(t)
          const cause = { purpose: 'PURCHASE', causeId: t.ctx.random.id() } as const
          let model: HoldModel = { credit: 0, held: 0, charged: 0, state: 'NONE' }
          for (const name of commands) {
            model = MODEL[name]?.(model) ?? model
            if (name === 'give') await giveCredits(t, { userId, amountCents: 50 })
            if (name === 'hold') await inTx((tx) => holdCredit(t.ctx, tx, { userId, ...cause })).catch(() => undefined)
            if (name === 'charge') await inTx((tx) => chargeCreditHold(t.ctx, tx, cause))
            if (name === 'release') await inTx((tx) => releaseCreditHold(t.ctx, tx, cause))
          }
          expect(await getBalances(t.ctx.db, userId)).toMatchObject({
            creditCents: model.credit,
            creditHeldCents: model.held,
          })
        }),
        { numRuns: RUNS },
      )
    },
    30_000 + RUNS * 500,
  )
})
