import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { DemoMembers } from './add-members.ts'
import type { MintedWork } from './add-works.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'

const DAY_MS = 86_400_000
/** The oldest work of the demo, and how much younger each following one is. */
const OLDEST_DAYS = 260
const YOUNGER_DAYS = 4

/** Sells every work as often as the catalogue says, for real, then lists it at its price of today. */
export async function tradeWorks(ctx: Context, members: DemoMembers, works: readonly MintedWork[]): Promise<void> {
  const people = [...members.collectors, ...members.creators]
  const rounds = Math.max(...works.map(({ work }) => work.sales.length))
  for (let round = 0; round < rounds; round++) {
    const selling = works.filter(({ work }) => round < work.sales.length)
    // One queue per buyer: a member holds at most three reservations at a time.
    const queues = people.map((buyer, seat) => ({
      buyer,
      works: selling.filter((_, index) => (index + round) % people.length === seat),
    }))
    await inParallel(queues, people.length, async (queue) => {
      for (const item of queue.works) await sell(ctx, people, queue.buyer, item, round)
    })
    await waitUntil(`round ${round + 1} of sales`, async () =>
      (await soldCounts(ctx, selling)).every((count) => count > round),
    )
  }
  await inParallel(works, 4, (item) => listNow(ctx, people, item))
  await spreadOverTime(ctx, works)
}

async function sell(
  ctx: Context,
  people: readonly DemoClient[],
  chosen: DemoClient,
  { work, nftId }: MintedWork,
  round: number,
): Promise<void> {
  const [sold = 0] = await soldCounts(ctx, [{ work, nftId }])
  if (sold > round) return
  const owner = await ownerOf(ctx, people, nftId)
  const buyer = chosen === owner ? (people.find((person) => person !== owner) as DemoClient) : chosen
  const priceCents = work.sales[round] as number
  await owner.call('PUT', `/api/nfts/${nftId}/`, { price: priceCents / 100, listing: true })
  const { payment_id: paymentId } = await buyer.call('PUT', `/api/nfts/${nftId}/`, {
    buyer: buyer.userId,
    purchasing: true,
  })
  await buyer.call('POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  await waitUntil(
    `payment of ${work.name}`,
    async () => (await buyer.call('GET', `/api/payments/${paymentId}/`)).status === 'SUCCESS',
  )
}

async function listNow(ctx: Context, people: readonly DemoClient[], { work, nftId }: MintedWork): Promise<void> {
  if (work.priceCents === null || !work.isApproved) return
  const open = await ctx.db
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (open) return
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

/** The sales are real but all of today; the dates are moved so that a chart of them shows something. */
async function spreadOverTime(ctx: Context, works: readonly MintedWork[]): Promise<void> {
  const now = ctx.clock.now()
  for (const [index, { nftId }] of works.entries()) {
    const ageMs = (OLDEST_DAYS - index * YOUNGER_DAYS) * DAY_MS
    const listings = await ctx.db
      .selectFrom('listings')
      .select(['id', 'status'])
      .where('nft_id', '=', nftId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const createdAt = after(now, -ageMs)
    const stepMs = ageMs / (listings.length + 1)
    let updatedAt = createdAt
    for (const [place, listing] of listings.entries()) {
      const listedAt = after(createdAt, stepMs * (place + 0.6))
      updatedAt = listing.status === 'SOLD' ? after(listedAt, stepMs * 0.35) : listedAt
      await ctx.db
        .updateTable('listings')
        .set({ created_at: listedAt, updated_at: updatedAt })
        .where('id', '=', listing.id)
        .execute()
      await ctx.db
        .updateTable('payments')
        .set({ created_at: updatedAt, updated_at: updatedAt })
        .where('listing_id', '=', listing.id)
        .execute()
    }
    await ctx.db
      .updateTable('nfts')
      .set({ created_at: createdAt, updated_at: updatedAt })
      .where('id', '=', nftId)
      .execute()
  }
}
