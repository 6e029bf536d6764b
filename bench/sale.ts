import { setTimeout as sleep } from 'node:timers/promises'
import { buildMember, type Member } from '../server/test/build-member.ts'
import { buildFile } from '../server/test/build-nft.ts'
import { buildWallet } from '../server/test/build-wallet.ts'
import { giveCredits } from '../server/test/give-credits.ts'
import { openProduct, type ProductContext } from '../server/test/open-product.ts'
import type { Product } from '../server/test/product.ts'
import { getDemoProduct } from './demo-product.ts'
import { type Benchmark, median, percentile, timed } from './measurement.ts'

const SALES = 30
const POLL_MS = 10
const SETTLED_MS = 60_000

/** From the provider's "success" to SOLD: webhook, look-up, ledger, transfer on chain, block, indexer. One at a time. */
export const sale: Benchmark = {
  name: 'sale',
  run: async () => {
    const { product } = await getDemoProduct()
    const ctx = await openProduct(product.dataDir)
    try {
      const seller = await buildTrader(ctx)
      const buyer = await buildTrader(ctx)
      const nftIds = await mintAll(product, ctx, seller)
      const salesMs: number[] = []
      for (const nftId of nftIds) salesMs.push(await sell(product, ctx, { nftId, seller, buyer }))
      return [
        { what: 'sale, median', measured: median(salesMs) / 1000, unit: 's', target: { atMost: 2 } },
        { what: 'sale, slowest of ten', measured: percentile(salesMs, 90) / 1000, unit: 's' },
      ]
    } finally {
      await ctx.close()
    }
  },
}

async function buildTrader(ctx: ProductContext): Promise<Member> {
  const member = await buildMember({ ctx })
  await buildWallet({ ctx }, { userId: member.id })
  await giveCredits({ ctx }, { userId: member.id, amountCents: 100_000 })
  return member
}

async function mintAll(product: Product, ctx: ProductContext, seller: Member): Promise<string[]> {
  const nftIds: string[] = []
  for (let index = 0; index < SALES; index++) {
    const { id: file } = await buildFile({ ctx }, { ownerId: seller.id })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5, cashback_value: 500 }
    nftIds.push((await call<{ id: string }>(product, seller, 'POST', '/api/nfts/', body)).id)
  }
  await until('the NFTs are minted', async () => {
    const minted = ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('id', 'in', nftIds)
      .where('mint_status', '=', 'SUCCESSED')
    return (await minted.execute()).length === SALES
  })
  return nftIds
}

async function sell(
  product: Product,
  ctx: ProductContext,
  { nftId, seller, buyer }: { nftId: string; seller: Member; buyer: Member },
): Promise<number> {
  const path = `/api/nfts/${nftId}/`
  await call(product, seller, 'PUT', path, { listing: true, price: 25 })
  const body = { purchasing: true, buyer: buyer.id }
  const { payment_id } = await call<{ payment_id: string }>(product, buyer, 'PUT', path, body)
  const { elapsedMs } = await timed(async () => {
    await call(product, buyer, 'POST', `/api/dev/payments/${payment_id}/`, { outcome: 'success' })
    await until('a sale', async () => {
      const listing = ctx.db.selectFrom('listings').select('status').where('nft_id', '=', nftId)
      return (await listing.executeTakeFirstOrThrow()).status === 'SOLD'
    })
  })
  return elapsedMs
}

async function call<T>(product: Product, member: Member, method: string, path: string, body: object): Promise<T> {
  const headers = { ...member.headers, 'content-type': 'application/json' }
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { data: T; errors?: unknown }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer.errors)}`)
  return answer.data
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLED_MS
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${SETTLED_MS / 1000} s`)
    await sleep(POLL_MS)
  }
}
