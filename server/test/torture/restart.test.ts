import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import { seededRandom } from '../seeded-random.ts'
import { LiveMarket } from './live-market.ts'

/** In `npm test` one kill inside a mint and one inside a sale; in `npm run torture` 98 more, anywhere. */
const KILLS = process.env.TORTURE_ROUNDS === undefined ? 2 : Number(process.env.TORTURE_ROUNDS) * 4
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_120)
/** A kill anywhere falls from before the first transaction to after the last block. */
const LATEST_KILL_MS = 1_200
const LOOK_EVERY_MS = 5
const SETTLED_MS = 150_000

const random = seededRandom(SEED)
let product: Product
let market: LiveMarket

beforeAll(async () => {
  product = await startProduct({ DEMO_CONTENT: '0' })
  market = await LiveMarket.open(product)
}, 400_000)

afterAll(async () => {
  await market?.close()
  await product?.remove()
}, 60_000)

it(
  `killed ${KILLS} times in the middle of mints, sales, top-ups and payouts, every one of them ends once and well (seed ${SEED})`,
  async () => {
    // Undisturbed: a kill that comes before anything was asked for leaves nothing to look at.
    await market.mintAll(await market.drawFiles())
    await market.untilSettled(SETTLED_MS)
    await market.sellAll(await market.listUnsold())
    await market.mintAll(await market.drawFiles())
    await market.untilSettled(SETTLED_MS)
    await work(killInside(market.isMinting))
    await work(killInside(market.isSelling))
    for (let kill = 3; kill <= KILLS; kill++) await work(killAnywhere())
    const { mints, sales } = await market.readState()
    expect(mints.length).toBeGreaterThan(0)
    expect(sales.length).toBeGreaterThan(0)
    await market.expectOneTokenEach(mints)
    await market.expectDelivered(sales)
    await market.bank.expectExact()
    await market.expectExactBooks({ mints: mints.length, sales: sales.length })
  },
  400_000 + KILLS * 60_000,
)

type Kill = (work: Promise<unknown>) => Promise<boolean>

/** The product is killed under load; it starts again and everything that was begun ends. */
async function work(kill: Kill): Promise<void> {
  for (let isKilled = false; !isKilled; ) {
    const files = await market.drawFiles()
    const { bank } = market
    const working = Promise.all([
      market.mintAll(files),
      market.sellAll(await market.listUnsold()),
      bank.topUp(),
      bank.payOut(),
    ])
    isKilled = await kill(working)
    if (isKilled) await product.restart()
    await working
    if (isKilled) await market.reopen()
    await market.finishWhatIsOpen()
    await market.untilSettled(SETTLED_MS)
  }
}

const killAnywhere = (): Kill => async () => {
  await sleep(random() * LATEST_KILL_MS)
  await product.kill()
  return true
}

/** Looks again while the product is held still: what is seen then is what the kill interrupts. */
const killInside =
  (isInside: () => Promise<boolean>): Kill =>
  async (working) => {
    let isAsked = false
    const end = () => {
      isAsked = true
    }
    working.then(end, end)
    for (;;) {
      const wasAsked = isAsked
      if (await isInside()) {
        product.pause()
        if (await isInside()) {
          await product.kill()
          return true
        }
        product.resume()
      } else if (wasAsked) {
        return false
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
