import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import { LiveMarket } from './live-market.ts'

/** How often the product is killed: 100 times in `npm run torture`. */
const KILLS = process.env.TORTURE_ROUNDS === undefined ? 2 : Number(process.env.TORTURE_ROUNDS) * 4
/** A kill falls anywhere from before the first transaction to after the last block. */
const LATEST_KILL_MS = 1_200
const SETTLED_MS = 60_000

let product: Product
let market: LiveMarket

beforeAll(async () => {
  product = await startProduct({ DEMO: '0' })
  market = await LiveMarket.open(product)
}, 180_000)

afterAll(async () => {
  await market?.close()
  await product?.remove()
}, 60_000)

it(
  `killed ${KILLS} times in the middle of mints, sales, top-ups and payouts, every one of them ends once and well`,
  async () => {
    // Undisturbed: a kill that comes before anything was asked for leaves nothing to look at.
    const undisturbed = await market.mintAll(await market.drawFiles())
    let works = await market.mintAll(await market.drawFiles())
    await market.untilSettled(SETTLED_MS)
    await market.sellAll(undisturbed)
    await market.untilSettled(SETTLED_MS)
    for (let kill = 1; kill <= KILLS; kill++) {
      const files = await market.drawFiles()
      const killed = sleep(Math.random() * LATEST_KILL_MS).then(async () => {
        await product.kill()
        await product.restart()
      })
      const { bank } = market
      const work = [market.sellAll(works), bank.topUp(), bank.payOut(), killed]
      const [minted] = await Promise.all([market.mintAll(files), ...work])
      await market.reopen()
      await market.finishWhatIsOpen()
      await market.untilSettled(SETTLED_MS)
      works = minted
    }
    const { mints, sales } = await market.readState()
    expect(mints.length).toBeGreaterThan(0)
    expect(sales.length).toBeGreaterThan(0)
    await market.expectOneTokenEach(mints)
    await market.expectDelivered(sales)
    await market.bank.expectExact()
    await market.expectExactBooks({ mints: mints.length, sales: sales.length })
  },
  180_000 + KILLS * 30_000,
)
