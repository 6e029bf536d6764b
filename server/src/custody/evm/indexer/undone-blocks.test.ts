import { type Hex, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  getCredit,
  getPayment,
  reserve,
  statusOf,
} from '../../../../test/build-listed-nft.ts'
import { buildAdmin } from '../../../../test/build-member.ts'
import { buildListing, type Nft } from '../../../../test/build-nft.ts'
import { pay } from '../../../../test/build-sale.ts'
import { buildCollector, buildMint, buildToken, getIntents, getNft, readOwner } from '../../../../test/build-token.ts'
import { callNode } from '../../../../test/chain.ts'
import { giveCredits } from '../../../../test/give-credits.ts'
import { useEmbeddedChain } from '../../../../test/embedded-chain.ts'
import { followOn } from '../../../../test/on-chain.ts'
import { sendAs } from '../../../../test/send-as.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { blockBytes } from '../../../catalogue/moderation/block-bytes.ts'
import { inTransaction } from '../../../db/client.ts'
import { holdCredit } from '../../../ledger/credit-holds.ts'
import { indexOnce } from './index-once.ts'
import { rangeSizes } from './range-sizes.ts'

const t = useTestApp()
const embedded = useEmbeddedChain(t)
const polygon = () => embedded.ctx.chains.POLYGON
const MINED = 4
/** Accepts an NFT where the gas has no price, as in an estimate, and reverts in a block. */
const TWO_FACED: Hex = '0x3a60125763150b7a0260e01b5f5260205ff35b5f5ffd'

async function buildChargedMint() {
  const creator = await buildCollector(embedded)
  await giveCredits(t, { userId: creator.id, amountCents: 100 })
  const nft = await buildMint(embedded, { creator })
  await inTransaction(t.ctx.db, (tx) => holdCredit(t.ctx, tx, { userId: creator.id, purpose: 'MINT', causeId: nft.id }))
  await embedded.runJobs()
  expect(await getCredit(t, creator)).toEqual({ credit: 0.8, held: 0 })
  return { creator, nft: await getNft(t, nft.id) }
}

/** The nonces of the minter are used by another process: its mints have to be signed anew. */
async function useNonces(): Promise<void> {
  const minter = privateKeyToAccount(t.keys.minterKey)
  for (let nonce = 0; nonce < MINED; nonce++) await sendAs(polygon(), minter, { to: zeroAddress })
}

/** Other blocks, one more, take the place of those since then. */
async function reorganise(snapshot: string, inNewBlocks: () => Promise<void> = async () => {}): Promise<void> {
  await callNode(embedded.rpcUrl(), 'evm_revert', [snapshot])
  await callNode(embedded.rpcUrl(), 'anvil_setCoinbase', [buildAddress()])
  await inNewBlocks()
  const { indexed_block } = await t.ctx.db
    .selectFrom('chains')
    .select('indexed_block')
    .where('chain', '=', 'POLYGON')
    .executeTakeFirstOrThrow()
  while (Number(await polygon().client.getBlockNumber()) <= indexed_block) await callNode(embedded.rpcUrl(), 'evm_mine')
}

const buildAddress = (): Hex => privateKeyToAddress(generatePrivateKey())

/** A reorganisation takes the mint, whose bytes are blocked meanwhile. */
async function failSecondMint(nft: Nft, snapshot: string): Promise<void> {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { id: adminId } = await buildAdmin(t)
  const decision = { nftId: nft.id, adminId, reason: 'Illegal', blocked: true, requestId: 'r' }
  await inTransaction(t.ctx.db, (tx) => blockBytes(t.ctx, tx, decision))
  await reorganise(snapshot, useNonces)
  await indexOnce(embedded.ctx, polygon())
  await followOn(embedded.ctx, 'POLYGON')
  // So long a missing receipt may be that of a node that lags.
  t.clock.advance(20_000)
  for (let round = 0; round < 3; round++) {
    await embedded.runJobs()
    t.clock.advance(60_000)
  }
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'FAILED' })
  vi.restoreAllMocks()
}

test('the buyer of a work whose mint was undone, and failed the second time, gets the money back, and the creator the fee', async () => {
  await embedded.start()
  polygon().isEmbedded = false
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  const { creator, nft } = await buildChargedMint()
  const listing = await buildListing(t, { nft, priceCents: 2_500 })
  const buyer = await buildBuyer(t)
  const paymentId = await reserve(t, buyer, nft)
  await pay(t, { listing, paymentId })
  await failSecondMint(nft, snapshot)
  expect(await statusOf(t, listing)).toBe('INACTIVE')
  expect(await getPayment(t, buyer, paymentId)).toMatchObject({ status: 'REFUNDED' })
  expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
  expect(await getCredit(t, creator)).toEqual({ credit: 1, held: 0 })
  await assertBooksAreRight(t)
})

test('the withdrawal of a work whose mint was undone, and failed the second time, fails', async () => {
  await embedded.start()
  polygon().isEmbedded = false
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  const { creator, nft } = await buildChargedMint()
  const body = { address: buildAddress() }
  const asked = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: creator.headers, body })
  expect(asked).toMatchObject({ status: 201 })
  await failSecondMint(nft, snapshot)
  expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'WITHDRAW', status: 'FAILED' })
})

test('a withdrawal that failed, and that other blocks carry out after all, is confirmed', async () => {
  await embedded.start()
  polygon().isEmbedded = false
  const owner = await buildCollector(embedded)
  const nft = await buildToken(embedded, { creator: owner })
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  const address = buildAddress()
  const asked = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: owner.headers, body: { address } })
  expect(asked).toMatchObject({ status: 201 })
  await callNode(embedded.rpcUrl(), 'anvil_setCode', [address, TWO_FACED])
  await embedded.runJobs()
  expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'WITHDRAW', status: 'FAILED' })
  await reorganise(snapshot)
  for (let round = 0; round < 2; round++) await embedded.runJobs()
  expect(await readOwner(embedded, nft)).toBe(address)
  expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'WITHDRAW', status: 'CONFIRMED', error: null })
})

test('blocks that take a gift from the seller to the buyer of once leave the old sale as it is, and the gift goes again', async () => {
  await embedded.start()
  polygon().isEmbedded = false
  const seller = await buildCollector(embedded)
  const nft = await buildToken(embedded, { creator: seller })
  const listing = await buildListing(t, { nft, priceCents: 10_000 })
  const buyer = await buildBuyer(t)
  await pay(t, { listing, paymentId: await reserve(t, buyer, nft) })
  for (let round = 0; round < 2; round++) await embedded.runJobs()
  const { public_address: home } = await t.ctx.db
    .selectFrom('wallets')
    .select('public_address')
    .where('user_id', '=', buyer.id)
    .where('chain', '=', 'POLYGON')
    .executeTakeFirstOrThrow()
  const give = async ({ headers }: { headers: Record<string, string> }, address: string | null) => {
    expect(await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address } })).toMatchObject({
      status: 201,
    })
    for (let round = 0; round < 2; round++) await embedded.runJobs()
  }
  const statuses = async () => (await getIntents(t, nft.id)).map(({ kind, status }) => `${kind} ${status}`)
  await give(buyer, seller.address)
  await give(seller, home)
  await give(buyer, seller.address)
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  await give(seller, home)
  const before = await statuses()
  await reorganise(snapshot)
  await indexOnce(embedded.ctx, polygon())
  expect(await statusOf(t, listing)).toBe('SOLD')
  expect(await statuses()).toEqual(before.with(-1, 'WITHDRAW SENT'))
  for (let round = 0; round < 4; round++) {
    await embedded.runJobs()
    t.clock.advance(20_000)
  }
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id })
  expect(await statuses()).toEqual(before)
  const holds = await t.ctx.db.selectFrom('earnings_holds').select('amount_cents').execute()
  expect(holds).toEqual([{ amount_cents: 9_750 }])
  await assertBooksAreRight(t)
})

test('a sale that is further on in the new blocks stays sold, and what its buyer lists stays listed, where a node tells of few blocks at a time', async () => {
  await embedded.start()
  polygon().isEmbedded = false
  const nft = await buildToken(embedded, { creator: await buildCollector(embedded) })
  const listing = await buildListing(t, { nft, priceCents: 10_000 })
  const buyer = await buildBuyer(t)
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  await pay(t, { listing, paymentId: await reserve(t, buyer, nft) })
  for (let round = 0; round < 2; round++) await embedded.runJobs()
  const relisted = await buildListing(t, { nft: await getNft(t, nft.id) })
  for (let block = 0; block < 4; block++) await callNode(embedded.rpcUrl(), 'evm_mine')
  await indexOnce(embedded.ctx, polygon())
  const { raw } = await t.ctx.db
    .selectFrom('chain_transactions')
    .select('raw')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await reorganise(snapshot, async () => {
    for (let block = 0; block < 3; block++) await callNode(embedded.rpcUrl(), 'evm_mine')
    await callNode(embedded.rpcUrl(), 'eth_sendRawTransaction', [raw])
  })
  while (rangeSizes(polygon()).current() > 1) rangeSizes(polygon()).shrink()
  await indexOnce(embedded.ctx, polygon())
  expect(await Promise.all([listing, relisted].map((one) => statusOf(t, one)))).toEqual(['SOLD', 'ACTIVE'])
})
