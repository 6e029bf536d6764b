import { afterEach, describe, expect, it } from 'vitest'
import { assertBooksAreRight, buildBuyer, buildListedNft, buy, getCredit, statusOf } from '../build-listed-nft.ts'
import { useTestApp } from '../test-app.ts'

const isTorture = process.env.TORTURE_ROUNDS !== undefined
/** 200 buyers and 50 rounds in `npm run torture`. */
const BUYERS = isTorture ? 200 : 30
const ROUNDS = isTorture ? Number(process.env.TORTURE_ROUNDS) * 2 : 2

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

describe(`${BUYERS} buyers who race for one listing while its seller takes it away`, () => {
  it(
    'have exactly one winner, or none where it was taken away first, and every loser is whole',
    async () => {
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => buildBuyer(t, { creditCents: 100 })))
      for (let round = 0; round < ROUNDS; round++) {
        const { seller, nft, listing } = await buildListedNft(t)
        const unlist = () =>
          t.call('PUT', `/api/nfts/${nft.id}/`, { token: seller.tokens.access, body: { listing: false, price: 0 } })
        const racing = buyers.map((buyer) => buy(t, buyer, nft))
        const unlisted = round % 2 === 0 ? await unlist() : undefined
        const answers = await Promise.all(racing)
        const winners = buyers.filter((_buyer, index) => answers[index]?.status === 200)
        const isReserved = (await statusOf(t, listing)) === 'PAYMENT_PROCESSING'
        expect(winners).toHaveLength(isReserved ? 1 : 0)
        expect(winners).toHaveLength(unlisted?.status === 200 ? 0 : 1)
        for (const { status, body } of answers)
          if (status !== 200) expect(['reserved', 'not_for_sale']).toContain(body.code)
        for (const winner of winners) await letGo(winner)
      }
      for (const buyer of buyers) expect(await getCredit(t, buyer)).toEqual({ credit: 1, held: 0 })
    },
    60_000 + ROUNDS * 20_000,
  )
})

async function letGo(winner: { tokens: { access: string } }): Promise<void> {
  const { access: token } = winner.tokens
  const { body } = await t.call('GET', '/api/payments/?limit=1', { token })
  const cancelled = await t.call('POST', `/api/payments/${body.data[0].id}/cancel/`, { token })
  expect(cancelled.body.data.status).toBe('CANCELED')
}
