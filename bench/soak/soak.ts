import { setTimeout as sleep } from 'node:timers/promises'
import { buildMember } from '../../server/test/build-member.ts'
import { buildFile } from '../../server/test/build-nft.ts'
import { buildWallet } from '../../server/test/build-wallet.ts'
import { giveCredits } from '../../server/test/give-credits.ts'
import { openProduct, type ProductContext } from '../../server/test/open-product.ts'
import { type Product, startProduct } from '../../server/test/product.ts'
import { checkLedger } from '../../server/src/ledger/check-ledger.ts'
import { type Benchmark, type Measurement, median, percentile } from '../measurement.ts'
import { residentMb } from '../resident-memory.ts'
import { browse } from './browse.ts'
import { openMember, type SoakingMember } from './soaking-member.ts'
import { type ForSale, list, trade } from './trade.ts'

const BROWSING = 300
const BUYING = 20
const WORKS_EACH = 2
const MINUTE_MS = 60_000
const MINUTES = 10
const SHOWN_ERRORS = 5

/** An evening of a small market: whether it stays as quick and as small as it was, and its books stay right. */
export const soak: Benchmark = {
  name: 'soak',
  run: async () => {
    const product = await startProduct({ DEMO_CONTENT: '0' })
    const ctx = await openProduct(product.dataDir)
    try {
      const buyers = await openTraders(ctx, product)
      const shop = (await Promise.all(buyers.map((buyer) => fillShop(ctx, buyer)))).flat()
      const visitors: SoakingMember[] = []
      while (visitors.length < BROWSING) visitors.push(openMember(product.url, await buildMember({ ctx })))
      return await spendTime(ctx, product, { buyers, visitors, shop })
    } finally {
      await ctx.close()
      await product.remove()
    }
  },
}

async function openTraders(ctx: ProductContext, { url }: Product): Promise<SoakingMember[]> {
  const traders: SoakingMember[] = []
  while (traders.length < BUYING) {
    const member = await buildMember({ ctx })
    await buildWallet({ ctx }, { userId: member.id })
    await giveCredits({ ctx }, { userId: member.id, amountCents: 1_000_000 })
    traders.push(openMember(url, member))
  }
  return traders
}

/** Makes a member's works over the API, and lists them. */
async function fillShop(ctx: ProductContext, member: SoakingMember): Promise<ForSale[]> {
  const nftIds: string[] = []
  while (nftIds.length < WORKS_EACH) {
    const name = `Work ${nftIds.length} of ${member.id.slice(-4)}`
    const { id: file } = await buildFile({ ctx }, { ownerId: member.id, name })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5, cashback_value: 500 }
    nftIds.push((await member.call<{ id: string }>('POST', '/api/nfts/', body)).id)
  }
  const unminted = ctx.db
    .selectFrom('nfts')
    .select('id')
    .where('id', 'in', nftIds)
    .where('mint_status', '<>', 'SUCCESSED')
  while (await unminted.executeTakeFirst()) await sleep(100)
  await ctx.db.updateTable('nfts').set({ approval: 'APPROVED' }).where('id', 'in', nftIds).execute()
  return Promise.all(nftIds.map((nftId) => list(member, nftId)))
}

type People = { buyers: SoakingMember[]; visitors: SoakingMember[]; shop: ForSale[] }

async function spendTime(ctx: ProductContext, product: Product, people: People): Promise<Measurement[]> {
  const { buyers, visitors, shop } = people
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  const isOver = () => passedMs() >= MINUTES * MINUTE_MS
  const errors: string[] = []
  const failed = (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error))
  const reservedMs: number[] = []
  const memory: { minute: number; mb: number }[] = []
  const watch = async () => {
    while (!isOver()) {
      memory.push({ minute: Math.floor(passedMs() / MINUTE_MS) + 1, mb: residentMb(product.pid) })
      await sleep(1_000)
    }
  }
  await Promise.all([
    watch(),
    ...visitors.map((visitor) => browse(visitor, { url: product.url, isOver, failed })),
    ...buyers.map((buyer) => trade(buyer, { shop, isOver, failed, bought: (elapsedMs) => reservedMs.push(elapsedMs) })),
  ])
  const memoryOf = (minute: number) => median(memory.flatMap((one) => (one.minute === minute ? one.mb : [])))
  const logged = product
    .log()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  for (const text of [...errors, ...logged].slice(0, SHOWN_ERRORS)) console.log(`    ${text}`)
  const problems = await checkLedger(ctx.db)
  return [
    {
      what: 'soak: calls that failed, and errors logged',
      measured: errors.length + logged.length,
      unit: '',
      target: { atMost: 0 },
    },
    {
      what: 'soak: memory of the last minute ÷ the second',
      measured: memoryOf(MINUTES) / memoryOf(2),
      unit: '',
      target: { atMost: 1.1 },
    },
    { what: 'soak: memory of the second minute', measured: memoryOf(2), unit: 'MB' },
    { what: 'soak: payment_id, p99', measured: percentile(reservedMs, 99), unit: 'ms', target: { atMost: 500 } },
    { what: 'soak: payment_id, median', measured: median(reservedMs), unit: 'ms' },
    { what: 'soak: sales', measured: reservedMs.length, unit: '' },
    { what: 'soak: faults in the ledger', measured: problems.length, unit: '', target: { atMost: 0 } },
  ]
}
