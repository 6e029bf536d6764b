import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { checkLedgerStep } from '../../src/ledger/check-ledger-in-steps.ts'
import { assertBooksAreRight, buildBuyer } from '../build-listed-nft.ts'
import type { Member } from '../build-member.ts'
import { buildNft } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'
import { command, DISPUTES, WITH_FEE } from './market-commands.ts'
import { MarketModel } from './market-model.ts'
import { CREDIT_CENTS } from './market-rules.ts'
import { RealMarket } from './real-market.ts'

/** 1,000 sequences in `npm run torture`, other ones each time; in `npm test` always the same few. */
const isTorture = process.env.TORTURE_ROUNDS !== undefined
const RUNS = isTorture ? Number(process.env.TORTURE_ROUNDS) * 40 : 25
const SEED = 20_261_120

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

describe('the market in any order', () => {
  it(
    'agrees with the model: who owns the NFT, what is for sale, and every balance to the cent',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 24 }), async (commands) => {
          const members = [await addMember(), await addMember(), await addMember()]
          const nft = await buildNft(t, { creator: members[0] as Member, royaltyBps: 500 })
          const market = new RealMarket(t, members, nft.id)
          const model = new MarketModel()
          for (const each of commands) {
            await market.take(each, model)
            expect(await market.read()).toEqual(shown(model))
          }
          expect((await checkLedgerStep(t.ctx)).problems).toEqual([])
        }),
        {
          numRuns: RUNS,
          examples: [...DISPUTES, ...WITH_FEE].map((commands) => [commands]),
          ...(!isTorture && { seed: SEED }),
        },
      )
    },
    30_000 + RUNS * 4_000,
  )
})

const addMember = () => buildBuyer(t, { creditCents: CREDIT_CENTS })

const shown = ({ owner, listing, money }: MarketModel) => ({
  owner,
  listing: listing && { status: listing.status, priceCents: listing.priceCents, buyer: listing.buyer },
  money,
})
