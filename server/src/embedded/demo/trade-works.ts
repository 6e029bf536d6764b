import type { Context } from '../../context.ts'
import type { DemoMembers } from './add-members.ts'
import type { MintedWork } from './add-works.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** Sells every work as often as the catalogue says, for real, then lists it at its price of today. */
export async function tradeWorks(ctx: Context, members: DemoMembers, works: readonly MintedWork[]): Promise<void> {
  const people = [...members.collectors, ...members.creators]
  const rounds = Math.max(...works.map(({ work }) => work.sales.length))
  for (let round = 0; round < rounds; round++) {
    const sales = await planRound(ctx, people, works, round)
    // One queue per buyer: a member holds at most three reservations at a time.
    const queues = people.map((buyer) => sales.filter((sale) => sale.buyer === buyer))
    await inParallel(queues, people.length, async (queue) => {
      for (const sale of queue) await sell(ctx, sale)
    })
    await waitUntil(`round ${round + 1} of sales`, async () =>
      (await soldCounts(ctx, works)).every(
        (count, index) => count > round || (works[index]?.work.sales.length ?? 0) <= round,
      ),
    )
  }
  await inParallel(works, 4, (item) => listNow(ctx, people, item))
  await spreadOverTime(ctx, works)
}

type Sale = { item: MintedWork; owner: DemoClient; buyer: DemoClient; priceCents: number }

/** Who buys what in a round: buyers take turns, and never buy their own NFT. */
async function planRound(
  ctx: Context,
  people: readonly DemoClient[],
  works: readonly MintedWork[],
  round: number,
): Promise<Sale[]> {
  const sold = await soldCounts(ctx, works)
  const sales: Sale[] = []
  for (const [index, item] of works.entries()) {
    const priceCents = item.work.sales[round]
    if (priceCents === undefined || (sold[index] ?? 0) > round) continue
    const owner = await ownerOf(ctx, people, item.nftId)
    const reserved = await reserverOf(ctx, people, item.nftId)
    const turn = index + round
    const [first, second] = [people[turn % people.length], people[(turn + 1) % people.length]]
    sales.push({ item, owner, buyer: reserved ?? ((first === owner ? second : first) as DemoClient), priceCents })
  }
  return sales
}

async function sell(ctx: Context, { item: { work, nftId }, owner, buyer, priceCents }: Sale): Promise<void> {
  if (!(await isListed(ctx, nftId))) {
    await owner.call('PUT', `/api/nfts/${nftId}/`, { price: priceCents / 100, listing: true })
  }
  const body = { buyer: buyer.userId, purchasing: true }
  const { payment_id: paymentId } = await buyer.call('PUT', `/api/nfts/${nftId}/`, body)
  await buyer.call('POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  await waitUntil(
    `payment of ${work.name}`,
    async () => (await buyer.call('GET', `/api/payments/${paymentId}/`)).status === 'SUCCESS',
  )
}

/** Who holds the NFT since an earlier start was cut short; the same buyer gets the same payment again. */
async function reserverOf(ctx: Context, people: readonly DemoClient[], nftId: string): Promise<DemoClient | undefined> {
  const listing = await ctx.db
    .selectFrom('listings')
    .select('buyer_id')
    .where('nft_id', '=', nftId)
    .where('status', '=', 'PAYMENT_PROCESSING')
    .executeTakeFirst()
  return people.find((person) => person.userId === listing?.buyer_id)
}

async function isListed(ctx: Context, nftId: string): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', 'in', ['ACTIVE', 'PAYMENT_PROCESSING'])
    .executeTakeFirst()
  return open !== undefined
}

async function listNow(ctx: Context, people: readonly DemoClient[], { work, nftId }: MintedWork): Promise<void> {
  if (work.priceCents === null || !work.isApproved) return
  if (await isListed(ctx, nftId)) return
  const owner = await ownerOf(ctx, people, nftId)
  await owner.call('PUT', `/api/nfts/${nftId}/`, { price: work.priceCents / 100, listing: true })
}

async function ownerOf(ctx: Context, people: readonly DemoClient[], nftId: string): Promise<DemoClient> {
  const { owned_by } = await ctx.db
    .selectFrom('nfts')
    .select('owned_by')
    .where('id', '=', nftId)
    .executeTakeFirstOrThrow()
  return people.find((person) => person.userId === owned_by) as DemoClient
}

async function soldCounts(ctx: Context, works: readonly MintedWork[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('listings')
    .select((eb) => ['nft_id', eb.fn.countAll<number>().as('count')])
    .where(
      'nft_id',
      'in',
      works.map((item) => item.nftId),
    )
    .where('status', '=', 'SOLD')
    .groupBy('nft_id')
    .execute()
  return works.map((item) => Number(rows.find((row) => row.nft_id === item.nftId)?.count ?? 0))
}
