import { collectionAbi } from '@verso/contracts/collection'
import { zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
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
} from '../../../../test/build-token.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { inTransaction } from '../../../db/client.ts'
import { enqueueIntent } from '../../intents/enqueue-intent.ts'
import { readSignatureNonces } from '../prepare/read-signature-nonces.ts'

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

test('listings are cancelled: what was signed for them holds no more', async () => {
  const creator = await buildCollector(t)
  const nft = await buildToken(t, { creator })
  const tokenId = nft.token_id as string
  const before = await readSignatureNonces(t.ctx.chains.POLYGON, tokenId)
  const intentId = await enqueue('CANCEL_LISTINGS', { tokenIds: [tokenId] })
  await t.runJobs()
  expect(await getIntent(intentId)).toMatchObject({ status: 'CONFIRMED' })
  const after = await readSignatureNonces(t.ctx.chains.POLYGON, tokenId)
  expect(after.owner).toBe(before.owner)
  expect(after.version).not.toBe(before.version)
})

test('a creator who has an address keeps it', async () => {
  const [mine, other] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
  const creatorNumber = 4_000_000
  const first = await enqueue('SET_CREATOR_PAYOUT', { creatorNumber, payout: mine })
  await t.runJobs()
  expect(await getIntent(first)).toMatchObject({ status: 'CONFIRMED' })
  const late = await enqueue('SET_CREATOR_PAYOUT', { creatorNumber, payout: other })
  const again = await enqueue('SET_CREATOR_PAYOUT', { creatorNumber, payout: mine })
  await t.runJobs()
  const error = 'the creator has an address, which alone can change it'
  expect(await getIntent(late)).toMatchObject({ status: 'FAILED', error })
  expect(await getIntent(again)).toMatchObject({ status: 'CONFIRMED' })
  const { client, contract } = t.ctx.chains.POLYGON
  const read = { address: contract, abi: collectionAbi, functionName: 'creatorPayout' } as const
  expect(await client.readContract({ ...read, args: [BigInt(creatorNumber)] })).toBe(mine)
})

test('royalties that can go nowhere are given up', async () => {
  const { client, contract } = t.ctx.chains.POLYGON
  const collector = await client.readContract({
    address: contract,
    abi: collectionAbi,
    functionName: 'royaltyCollector',
  })
  await enqueue('SET_CREATOR_PAYOUT', { creatorNumber: 4_000_001, payout: collector })
  await t.runJobs()
  const nowhere = await enqueue('SET_CREATOR_PAYOUT', { creatorNumber: 4_000_001, payout: zeroAddress })
  await t.runJobs()
  const error = 'royalties cannot go to this address'
  expect(await getIntent(nowhere)).toMatchObject({ status: 'FAILED', error })
})

test('a request that says nothing is failed', async () => {
  const ids = [await enqueue('CANCEL_LISTINGS', {}), await enqueue('SET_CREATOR_PAYOUT', { payout: 'none' })]
  await t.runJobs()
  for (const id of ids)
    expect(await getIntent(id)).toMatchObject({ status: 'FAILED', error: 'the request is incomplete' })
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
    expect(t.ctx.failpoints.listArmed()).toEqual([])
    await t.runJobs()
    expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: seller.address })
    const { listingId } = await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer })
    t.ctx.failpoints.arm(point)
    await t.runJobs({ failOnError: false })
    expect(t.ctx.failpoints.listArmed()).toEqual([])
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

async function enqueue(kind: 'CANCEL_LISTINGS' | 'SET_CREATOR_PAYOUT', payload: Record<string, unknown>) {
  const businessKey = `${kind}:${t.ctx.random.id()}`
  const intent = { chain: 'POLYGON', kind, businessKey, payload } as const
  return (await inTransaction(t.ctx.db, (tx) => enqueueIntent(t.ctx, tx, intent))).intentId
}

const getIntent = (id: string) =>
  t.ctx.db.selectFrom('chain_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
