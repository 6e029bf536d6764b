import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import { LiveMarket } from '../torture/live-market.ts'

vi.setConfig({ testTimeout: 400_000 })
const SETTLED_MS = 150_000
const SERVED_MS = 120_000

let product: Product
let market: LiveMarket

beforeAll(async () => {
  product = await startProduct({ DEMO_CONTENT: '0' })
  market = await LiveMarket.open(product)
  await market.mintAll(await market.drawFiles())
  await market.untilSettled(SETTLED_MS)
}, 400_000)

afterAll(async () => {
  await market?.close()
  await product?.remove()
}, 60_000)

const postmaster = (): number =>
  Number.parseInt(readFileSync(join(product.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

/** The program itself, not the shell that guards it. */
function chainProcess(chain: 'POLYGON' | 'ETH'): number {
  const port = JSON.parse(readFileSync(join(product.dataDir, 'ports.json'), 'utf8'))[chain]
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  const line = stdout.split('\n').find((args) => new RegExp(`^\\s*\\d+ \\S*anvil\\S* .*--port ${port} `).test(args))
  return Number.parseInt(line ?? '', 10)
}

/** The child is killed in the middle of mints, sales, top-ups and payouts; the product stays, serves again, and all ends. */
async function killUnderLoad(find: () => number): Promise<void> {
  const { pid } = product
  const before = await market.countMints()
  const working = Promise.all([
    market.mintAll(await market.drawFiles()),
    market.sellAll(await market.listUnsold()),
    market.bank.topUp(),
    market.bank.payOut(),
  ])
  await expect.poll(market.countMints, { timeout: 90_000, interval: 5 }).toBeGreaterThan(before)
  const killed = find()
  process.kill(killed, 'SIGKILL')
  await working
  await expect.poll(find, { timeout: SERVED_MS, interval: 50 }).not.toBe(killed)
  const ready = async () => (await fetch(`${product.url}/api/ready/`)).status
  await expect.poll(ready, { timeout: SERVED_MS, interval: 50 }).toBe(200)
  expect(product.pid).toBe(pid)
  expect(process.kill(pid, 0)).toBe(true)
  await market.sellAll(await market.listUnsold())
  await market.finishWhatIsOpen()
  await market.untilSettled(SETTLED_MS)
}

it('a PostgreSQL that is killed is started again, and nothing that was begun is lost', () => killUnderLoad(postmaster))

it('a chain that is killed is started again, with the blocks that its last checkpoint lacks', () =>
  killUnderLoad(() => chainProcess('POLYGON')))

it('what was traded was done once each, to the cent', async () => {
  const { mints, sales } = await market.readState()
  expect(sales.length).toBeGreaterThan(0)
  await market.expectOneTokenEach(mints)
  await market.expectDelivered(sales)
  await market.bank.expectExact()
  await market.expectExactBooks({ mints: mints.length, sales: sales.length })
})
