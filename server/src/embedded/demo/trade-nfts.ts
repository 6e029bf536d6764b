import type { Context } from '../../context.ts'
import type { DemoMembers } from './add-members.ts'
import type { MintedNft } from './add-nfts.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** Sells every NFT as often as the catalogue says, for real, then lists it at its price of today. */
export async function tradeNfts(ctx: Context, members: DemoMembers, nfts: readonly MintedNft[]): Promise<void> {
  const people = [...members.collectors, ...members.creators]
  const rounds = Math.max(...nfts.map(({ nft }) => nft.sales.length))
  for (let round = 0; round < rounds; round++) {
    const sales = await planRound(ctx, people, nfts, round)
    // One queue per buyer: a member holds at most three reservations at a time.
    const queues = people.map((buyer) => sales.filter((sale) => sale.buyer === buyer))
    await inParallel(queues, people.length, async (queue) => {
      for (const sale of queue) await sell(ctx, sale)
    })
    await waitUntil(`round ${round + 1} of sales`, async () =>
      (await soldCounts(ctx, nfts)).every(
        (count, index) => count > round || (nfts[index]?.nft.sales.length ?? 0) <= round,
      ),
    )
  }
  await inParallel(nfts, 4, (item) => listNow(ctx, people, item))
  await spreadOverTime(ctx, nfts)
}

type Sale = { item: MintedNft; owner: DemoClient; buyer: DemoClient; priceCents: number }

/** Who buys what in a round: buyers take turns, and never buy their own NFT. */
async function planRound(
  ctx: Context,
  people: readonly DemoClient[],
  nfts: readonly MintedNft[],
  round: number,
): Promise<Sale[]> {
  const sold = await soldCounts(ctx, nfts)
  const sales: Sale[] = []
  for (const [index, item] of nfts.entries()) {
    const priceCents = item.nft.sales[round]
    if (priceCents === undefined || (sold[index] ?? 0) > round) continue
    const owner = await ownerOf(ctx, people, item.nftId)
    const reserved = await reserverOf(ctx, people, item.nftId)
    const turn = index + round
    const [first, second] = [people[turn % people.length], people[(turn + 1) % people.length]]
    sales.push({ item, owner, buyer: reserved ?? ((first === owner ? second : first) as DemoClient), priceCents })
  }
  return sales
}

async function sell(ctx: Context, { item: { nft, nftId }, owner, buyer, priceCents }: Sale): Promise<void> {
  if (!(await isListed(ctx, nftId))) {
    await owner.call('PUT', `/api/nfts/${nftId}/`, { price: priceCents / 100, listing: true })
  }
  const body = { buyer: buyer.userId, purchasing: true }
  const { payment_id: paymentId } = await buyer.call('PUT', `/api/nfts/${nftId}/`, body)
  await buyer.call('POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  await waitUntil(
    `payment of ${nft.name}`,
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

async function listNow(ctx: Context, people: readonly DemoClient[], { nft, nftId }: MintedNft): Promise<void> {
  if (nft.priceCents === null || !nft.isApproved) return
  if (await isListed(ctx, nftId)) return
  const owner = await ownerOf(ctx, people, nftId)
  await owner.call('PUT', `/api/nfts/${nftId}/`, { price: nft.priceCents / 100, listing: true })
}

async function ownerOf(ctx: Context, people: readonly DemoClient[], nftId: string): Promise<DemoClient> {
  const { owned_by } = await ctx.db
    .selectFrom('nfts')
    .select('owned_by')
    .where('id', '=', nftId)
    .executeTakeFirstOrThrow()
  return people.find((person) => person.userId === owned_by) as DemoClient
}

async function soldCounts(ctx: Context, nfts: readonly MintedNft[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('listings')
    .select((eb) => ['nft_id', eb.fn.countAll<number>().as('count')])
    .where(
      'nft_id',
      'in',
      nfts.map((item) => item.nftId),
    )
    .where('status', '=', 'SOLD')
    .groupBy('nft_id')
    .execute()
  return nfts.map((item) => Number(rows.find((row) => row.nft_id === item.nftId)?.count ?? 0))
}
