import { memberName } from '@verso/protocol/users/member-name'
import { expect, test } from 'vitest'
import { buildAdmin } from '../../../../test/build-member.ts'
import { buildListing } from '../../../../test/build-nft.ts'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  buildToken,
  getListing,
  getNft,
  readOwner,
} from '../../../../test/build-token.ts'
import { tradeOutside } from '../../../../test/outside-exchange.ts'
import { transferAs } from '../../../../test/send-as.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { checkCustodyStep, getCustodyProgress } from '../../chains/check-custody.ts'
import { openMemberAccount } from '../../keys/member-key.ts'
import { runSender } from '../../chains/run-sender.ts'
import { rangeSizes } from './range-sizes.ts'
import { InconsistentAnswer } from '../../inconsistent-answer.ts'
import { readOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const LONG_MS = 240_000
const polygon = () => t.ctx.chains.POLYGON
const position = () =>
  t.ctx.db.selectFrom('chains').selectAll().where('chain', '=', 'POLYGON').executeTakeFirstOrThrow()

const keyOf = async (member: { id: string }) =>
  openMemberAccount(
    t.ctx,
    t.ctx.db,
    await t.ctx.db.selectFrom('wallets').selectAll().where('user_id', '=', member.id).executeTakeFirstOrThrow(),
  )

/** In a block that is not read yet. */
async function buildSentMint() {
  await t.runJobs()
  const nft = await buildMint(t, { creator: await buildCollector(t) })
  await runSender(t.ctx, 'POLYGON')
  await polygon().client.request({ method: 'evm_mine' as never })
  return nft
}

test('an outside transfer changes the owner and ends the listing', async () => {
  const [seller, other] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: seller })
  const listing = await buildListing(t, { nft })
  await transferAs(polygon(), await keyOf(seller), { tokenId: nft.token_id, to: other.address })
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: other.id, owner_address: other.address, custody: 'HELD' })
  expect(await getListing(t, listing.id)).toMatchObject({ status: 'INACTIVE' })
  expect((await getNft(t, nft.id)).active_price_cents).toBeNull()
  const { body } = await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)
  const moves = body.data.filter((entry: { activity: string }) => entry.activity === 'Transferred')
  expect(moves).toMatchObject([{ price: null, from: expect.any(String), to: expect.any(String) }])
})

test('a token that moves and comes back in one batch stays where it is, with its listing', async () => {
  const [seller, other] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: seller })
  const listing = await buildListing(t, { nft })
  await transferAs(polygon(), await keyOf(seller), { tokenId: nft.token_id, to: other.address })
  await transferAs(polygon(), await keyOf(other), { tokenId: nft.token_id, to: seller.address })
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: seller.id })
  expect(await getListing(t, listing.id)).toMatchObject({ status: 'ACTIVE' })
})

test('two indexers at once read every block once', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await runSender(t.ctx, 'POLYGON')
  await polygon().client.request({ method: 'evm_mine' as never })
  await Promise.all([readOn(t.ctx, 'POLYGON'), readOn(t.ctx, 'POLYGON'), readOn(t.ctx, 'POLYGON')])
  await t.runJobs()
  const transfers = t.ctx.db.selectFrom('chain_transfers').selectAll().where('token_id', '=', nft.token_id)
  expect(await transfers.execute()).toHaveLength(1)
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a node that refuses long ranges is asked for shorter ones, and what was missed for days is caught up with', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await runSender(t.ctx, 'POLYGON')
  await polygon().client.request({ method: 'anvil_mine' as never, params: ['0x258'] as never })
  const { client } = polygon()
  const head = Number(await client.getBlockNumber())
  const limited = {
    ...polygon(),
    client: {
      ...client,
      getLogs: async (query: { fromBlock: bigint; toBlock: bigint }) => {
        if (query.toBlock - query.fromBlock >= 100n) throw new Error('query exceeds max block range 100')
        return client.getLogs(query as never)
      },
    },
  }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: limited as never } }
  for (let round = 0; round < 40; round++) await readOn(ctx, 'POLYGON').catch(() => {})
  expect(rangeSizes(limited as never).current()).toBeLessThanOrEqual(160)
  // Other test files make blocks of this chain too.
  expect((await position()).indexed_block).toBeGreaterThanOrEqual(head)
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a sale here shows once in the activity log, with its price; one outside without', async () => {
  const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: seller })
  await buildPaidSale(t, { nft, buyer, priceCents: 4_200 })
  await t.runJobs()
  await transferAs(polygon(), await keyOf(buyer), { tokenId: nft.token_id, to: `0x${'ab'.repeat(20)}` })
  await t.runJobs()
  const { body } = await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)
  const moves = body.data.filter((entry: { activity: string }) => entry.activity === 'Transferred')
  expect(moves.map((entry: { price: number | null }) => entry.price).sort()).toEqual([42, null])
})

test(
  'a sale on another marketplace changes the owner, ends the listing and shows in the activity log',
  async () => {
    const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
    const nft = await buildToken(t, { creator: seller })
    const listing = await buildListing(t, { nft })
    const tokenId = BigInt(nft.token_id ?? 0)
    await tradeOutside(polygon(), { seller: await keyOf(seller), buyer: await keyOf(buyer), tokenId })
    await t.runJobs()
    expect(await readOwner(t, nft)).toBe(buyer.address)
    expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id, owner_address: buyer.address, custody: 'HELD' })
    expect(await getListing(t, listing.id)).toMatchObject({ status: 'INACTIVE' })
    const { body } = await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)
    const moves = body.data.filter((entry: { activity: string }) => entry.activity === 'Transferred')
    const [from, to] = [memberName(await nameOf(seller)), memberName(await nameOf(buyer))]
    expect(moves).toMatchObject([{ price: null, from, to }])
  },
  LONG_MS,
)

const nameOf = ({ id }: { id: string }) =>
  t.ctx.db
    .selectFrom('users')
    .select(['id', 'display_name', 'first_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('answers that do not fit together are not written down', async () => {
  const nft = await buildSentMint()
  const { client } = polygon()
  const lie = `0x${'de'.repeat(32)}`
  const lying = (change: object) => ({
    ...t.ctx,
    chains: { ...t.ctx.chains, POLYGON: { ...polygon(), client: { ...client, ...change } } as never },
  })
  const before = await position()
  const otherEvents = {
    getLogs: async (query: never) => (await client.getLogs(query)).map((log: object) => ({ ...log, blockHash: lie })),
  }
  const otherParents = {
    getBlock: async (query: never) => ({ ...(await client.getBlock(query)), parentHash: lie }),
  }
  await expect(readOn(lying(otherEvents), 'POLYGON')).rejects.toThrow(InconsistentAnswer)
  await expect(readOn(lying(otherParents), 'POLYGON')).rejects.toThrow(InconsistentAnswer)
  expect(await position()).toEqual(before)
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'PENDING' })
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a transfer that the list of a whole range leaves out is found by the block that holds it', async () => {
  const nft = await buildSentMint()
  const { client } = polygon()
  const asked: string[] = []
  const behind = async (query: { blockHash?: string }) => {
    if (query.blockHash === undefined) return []
    asked.push(query.blockHash)
    return client.getLogs(query as never)
  }
  const others = { ...polygon(), client: { ...client, getLogs: behind } as never }
  await readOn({ ...t.ctx, chains: { ...t.ctx.chains, POLYGON: others } }, 'POLYGON')
  expect(asked.length).toBeGreaterThan(0)
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a node that lags behind undoes nothing', async () => {
  await t.runJobs()
  const before = await position()
  const { client } = polygon()
  const lagging = {
    ...polygon(),
    isEmbedded: false,
    client: { ...client, getBlockNumber: async () => BigInt(before.indexed_block - 3) },
  }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: lagging as never } }
  expect(await readOn(ctx, 'POLYGON')).toBe(false)
  expect(await position()).toEqual(before)
})

test('the proof of custody finds a wrong owner and shows its last full round', async () => {
  const creator = await buildCollector(t)
  const nft = await buildToken(t, { creator })
  await finishRound()
  const { lastRound } = await getCustodyProgress(t.ctx, 'POLYGON')
  expect(lastRound).toMatchObject({ mismatches: [] })
  expect(lastRound?.checked).toBeGreaterThan(0)
  const compared = `${lastRound?.checked} works compared`
  expect(await reportOfCustody()).toMatchObject({ status: 'ok', detail: expect.stringContaining(compared) })
  const wrong = `0x${'12'.repeat(20)}`
  await t.ctx.db.updateTable('nfts').set({ owner_address: wrong }).where('id', '=', nft.id).execute()
  await finishRound()
  expect((await getCustodyProgress(t.ctx, 'POLYGON')).lastRound).toMatchObject({ mismatches: [nft.id] })
  expect(await reportOfCustody()).toMatchObject({ status: 'failed', detail: expect.stringContaining(nft.id) })
  await t.ctx.db.updateTable('nfts').set({ owner_address: creator.address }).where('id', '=', nft.id).execute()
})

/** As the Dashboard shows it. */
async function reportOfCustody() {
  const { tokens } = await buildAdmin(t)
  const { data } = (await t.call('GET', '/api/admin/health/', { site: 'admin', token: tokens.access })).body
  return data.find((item: { name: string; chain: string }) => item.name === 'custody' && item.chain === 'Polygon')
}

async function finishRound(): Promise<void> {
  const lastRound = async () => (await getCustodyProgress(t.ctx, 'POLYGON')).lastRound?.finishedAt
  const before = await lastRound()
  while ((await lastRound()) === before) {
    await checkCustodyStep(t.ctx, 'POLYGON')
    while (await readOn(t.ctx, 'POLYGON'));
  }
}
