import { expect, test } from 'vitest'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../test/build-token.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

test('a mint is sent, seen in a block and belongs to its creator', async () => {
  const creator = await buildCollector(t)
  const nft = await buildToken(t, { creator })
  expect(nft).toMatchObject({ mint_status: 'SUCCESSED', owned_by: creator.id, owner_address: creator.address })
  expect(await readOwner(t, nft)).toBe(creator.address)
  expect(await getIntents(t, nft.id)).toMatchObject([{ kind: 'MINT', status: 'CONFIRMED' }])
  const { rows } = await listTransactions()
  expect(rows).toMatchObject([{ status: 'MINED', is_success: true, hash: nft.mint_tx_hash }])
})

test('mints that wait together go in one transaction', async () => {
  const creator = await buildCollector(t)
  const before = (await listTransactions()).rows.length
  const nfts = []
  for (let index = 0; index < 7; index++) nfts.push(await buildMint(t, { creator }))
  await t.runJobs()
  for (const nft of nfts) expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
  expect((await listTransactions()).rows.length - before).toBe(1)
})

test('a paid sale moves the token to its buyer and pays the seller', async () => {
  const seller = await buildCollector(t)
  const buyer = await buildCollector(t)
  const nft = await buildToken(t, { creator: seller })
  const { listingId } = await buildPaidSale(t, { nft, buyer })
  await t.runJobs()
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await readOwner(t, nft)).toBe(buyer.address)
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id, owner_address: buyer.address, custody: 'HELD' })
  const signatures = await t.ctx.db
    .selectFrom('custody_signatures')
    .selectAll()
    .where('cause_id', '=', listingId)
    .execute()
  expect(signatures).toMatchObject([{ kind: 'LISTING', signer: seller.address }])
})

test('sales that wait together are settled in one transaction', async () => {
  const seller = await buildCollector(t)
  const buyer = await buildCollector(t)
  const nfts = [await buildToken(t, { creator: seller }), await buildToken(t, { creator: seller })]
  const before = (await listTransactions()).rows.length
  const sales = []
  for (const nft of nfts) sales.push(await buildPaidSale(t, { nft, buyer }))
  await t.runJobs()
  for (const { listingId } of sales) expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect((await listTransactions()).rows.length - before).toBe(1)
})

test('ETH has a contract of its own', async () => {
  const creator = await buildCollector(t, { chain: 'ETH' })
  const nft = await buildToken(t, { creator, chain: 'ETH' })
  expect(nft).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
})

for (const point of [
  'sender.before-sign',
  'sender.after-sign',
  'sender.after-broadcast',
  'indexer.before-commit',
  'indexer.after-commit',
] as const) {
  test(`a crash at ${point} makes neither two tokens nor none`, async () => {
    const seller = await buildCollector(t)
    const buyer = await buildCollector(t)
    const nft = await buildMint(t, { creator: seller })
    t.ctx.failpoints.arm(point)
    await t.runJobs({ failOnError: false })
    await t.runJobs()
    expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: seller.address })
    const { listingId } = await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer })
    t.ctx.failpoints.arm(point)
    await t.runJobs({ failOnError: false })
    await t.runJobs()
    expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
    expect(await readOwner(t, nft)).toBe(buyer.address)
    const moves = await t.ctx.db
      .selectFrom('chain_transfers')
      .select('to_address')
      .where('token_id', '=', nft.token_id)
      .execute()
    expect(moves.length).toBe(2)
  })
}

const listTransactions = async () => ({
  rows: await t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('created_at').execute(),
})
