import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import { LiveMarket } from './live-market.ts'

/** How often the product is killed; `npm run torture` says how often. */
const KILLS = Number(process.env.TORTURE_ROUNDS ?? 2)
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
  `killed ${KILLS} times in the middle of mints and sales, every one of them ends once and well`,
  async () => {
    let works = await market.mintAll(await market.drawFiles())
    await market.untilSettled(SETTLED_MS)
    for (let kill = 1; kill <= KILLS; kill++) {
      const files = await market.drawFiles()
      const killed = sleep(Math.random() * LATEST_KILL_MS).then(async () => {
        await product.kill()
        await product.restart()
      })
      const [minted] = await Promise.all([market.mintAll(files), market.sellAll(works), killed])
      await market.reopen()
      works = minted
    }
    await market.payWhatIsOpen()
    await market.untilSettled(SETTLED_MS)
    const { mints, sales } = await market.readState()
    expect(mints.length).toBeGreaterThan(0)
    expect(sales.length).toBeGreaterThan(0)
    await market.expectOneTokenEach(mints)
    await market.expectDelivered(sales)
    await market.expectExactBooks({ mints: mints.length, sales: sales.length })
  },
  180_000 + KILLS * 30_000,
)
