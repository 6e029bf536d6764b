import { type Hex, parseTransaction, TransactionReceiptNotFoundError, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
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
import { sendAs, setRoleAs, transferAs } from '../../../../test/send-as.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { openMemberAccount } from '../../keys/member-key.ts'
import { signTransaction } from '../sender/sign-transaction.ts'
import { followOn, sendOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const minter = privateKeyToAccount(t.keys.minterKey)
const polygon = () => t.ctx.chains.POLYGON
/** Looks at the database as a node would that answers nothing: sends are lost on their way. */
const silent = () => ({
  ...t.ctx,
  chains: { ...t.ctx.chains, POLYGON: { ...polygon(), client: { ...polygon().client, sendRawTransaction: lost } } },
})
const lost = () => Promise.reject(new Error('connection lost'))

test('bytes that were lost on their way are sent again, the same ones', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const [stored] = await listOf(nft.id)
  expect(stored).toMatchObject({ status: 'SIGNED' })
  t.clock.advance(2_000)
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', mint_tx_hash: stored?.hash })
})

test('nonces that another process has used are skipped', async () => {
  for (let index = 0; index < 3; index++) await sendAs(polygon(), minter, { to: zeroAddress })
  const nft = await buildToken(t, { creator: await buildCollector(t) })
  expect(nft.mint_status).toBe('SUCCESSED')
})

test('a transaction whose nonce was taken by another is dropped, and its work sent anew', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await sendOn(silent() as never, 'POLYGON')
  await sendAs(polygon(), minter, { to: zeroAddress })
  await t.runJobs()
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual(['DROPPED', 'MINED'])
})

test('a receipt that a lagging node lacks right after a pause is waited for', async () => {
  const nft = await buildMint(t, { creator: await buildCollector(t) })
  await sendOn(t.ctx, 'POLYGON')
  await polygon().client.request({ method: 'evm_mine' as never })
  const [sent] = await listOf(nft.id)
  let isLagging = true
  const getTransactionReceipt = async (query: { hash: Hex }) => {
    if (isLagging) throw new TransactionReceiptNotFoundError(query)
    return polygon().client.getTransactionReceipt(query)
  }
  const client = { ...polygon().client, getTransactionReceipt }
  const chains = { ...t.ctx.chains, POLYGON: { ...polygon(), isEmbedded: false, client } }
  const follow = () => followOn({ ...t.ctx, chains } as never, 'POLYGON')
  t.clock.advance(60_000)
  for (let round = 0; round < 2; round++) await follow()
  t.clock.advance(14_000)
  await follow()
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual([sent?.status])
  isLagging = false
  await follow()
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual(['MINED'])
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', mint_tx_hash: sent?.hash })
})

test('what a former key has sent in vain is sent by the key in force once its role is taken', async () => {
  const former = privateKeyToAccount(generatePrivateKey())
  const setRole = (isGiven: boolean) =>
    setRoleAs(polygon(), privateKeyToAccount(t.keys.ownerKey), { account: former.address, role: 'minter', isGiven })
  const nft = await buildMint(t, { creator: await buildCollector(t) })
  await setRole(true)
  const { chains, ...ctx } = silent()
  await sendOn({ ...ctx, chains: { ...chains, POLYGON: { ...chains.POLYGON, minter: former } } } as never, 'POLYGON')
  t.clock.advance(61_000)
  // As where a thief has taken the account's coins.
  await followOn(silent() as never, 'POLYGON')
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual(['SIGNED'])
  await setRole(false)
  // Another node may have the receipt that this one lacks.
  const far = { ...ctx, chains: { ...chains, POLYGON: { ...chains.POLYGON, isEmbedded: false } } }
  await followOn(far as never, 'POLYGON')
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual(['SIGNED'])
  t.clock.advance(15_000)
  await followOn(far as never, 'POLYGON')
  await t.runJobs()
  expect((await listOf(nft.id)).map(({ status, signer }) => [status, signer])).toEqual([
    ['DROPPED', former.address],
    ['MINED', minter.address],
  ])
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a gap below what waits is filled', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const [stored] = await listOf(nft.id)
  // As if four transactions below it had been recorded by a process whose database was restored from a copy.
  const intents = await getIntents(t, nft.id)
  await t.ctx.db
    .deleteFrom('chain_transaction_intents')
    .where(
      'intent_id',
      'in',
      intents.map(({ id }) => id),
    )
    .execute()
  await t.ctx.db
    .deleteFrom('chain_transactions')
    .where('id', '=', stored?.id ?? '')
    .execute()
  await t.ctx.db
    .updateTable('chain_intents')
    .set({ status: 'WAITING', due_at: t.clock.now() })
    .where('nft_id', '=', nft.id)
    .execute()
  const count = await polygon().client.getTransactionCount({ address: minter.address })
  const ahead = { ...polygon(), client: { ...polygon().client, getTransactionCount: async () => count + 4 } }
  const old = parseTransaction(stored?.raw as Hex)
  const call = { signer: minter, data: old.data as Hex, gas: old.gas as bigint, intents: await getIntents(t, nft.id) }
  await signTransaction(t.ctx, ahead as never, call)
  t.clock.advance(2_000)
  await t.runJobs()
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
  expect(await polygon().client.getTransactionCount({ address: minter.address })).toBe(count + 5)
})

test('3 nonces burnt below and 4 missing above: all is minted within a minute', async () => {
  const creator = await buildCollector(t)
  const count = await polygon().client.getTransactionCount({ address: minter.address })
  const client = { ...polygon().client, getTransactionCount: async () => count + 7, sendRawTransaction: lost }
  const ahead = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: { ...polygon(), client } } }
  const nfts: { id: string }[] = []
  for (let index = 0; index < 4; index++) {
    nfts.push(await buildMint(t, { creator }))
    await sendOn(ahead as never, 'POLYGON')
  }
  const [first] = await listOf(nfts[0]?.id ?? '')
  expect(first?.nonce).toBe(count + 7)
  for (let index = 0; index < 3; index++) await sendAs(polygon(), minter, { to: zeroAddress })
  nfts.push(await buildMint(t, { creator }))
  const startedAt = t.clock.now().getTime()
  const isMinted = async () =>
    (await Promise.all(nfts.map(({ id }) => getNft(t, id)))).every(({ mint_status }) => mint_status === 'SUCCESSED')
  while (!(await isMinted()) && t.clock.now().getTime() - startedAt < 60_000) {
    await t.runJobs()
    t.clock.advance(2_000)
  }
  expect(await isMinted()).toBe(true)
  // 3 burnt, 4 filled, the 4 that waited above, and the one that came since.
  expect(await polygon().client.getTransactionCount({ address: minter.address })).toBe(count + 12)
  for (const { id } of nfts) expect((await listOf(id)).filter(({ status }) => status === 'MINED')).toHaveLength(1)
})

test('what is stuck is replaced for at least a tenth more, and every hash is kept', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await sendOn(silent() as never, 'POLYGON')
  await t.ctx.db.updateTable('chain_transactions').set({ status: 'SENT' }).where('status', '=', 'SIGNED').execute()
  t.clock.advance(61_000)
  await followOn(silent() as never, 'POLYGON')
  const [old, replacement] = await listOf(nft.id)
  expect([old?.status, replacement?.status]).toEqual(['REPLACED', 'SIGNED'])
  expect(replacement?.nonce).toBe(old?.nonce)
  expect(Number(replacement?.max_fee_per_gas)).toBeGreaterThanOrEqual(Number(old?.max_fee_per_gas) * 1.1)
  // The old one gets into a block after all.
  await polygon().client.sendRawTransaction({ serializedTransaction: old?.raw as Hex })
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', mint_tx_hash: old?.hash })
  expect((await listOf(nft.id)).map(({ status }) => status)).toEqual(['MINED', 'REPLACED'])
})

test('a sale whose token has left for good is refunded and the seller told', async () => {
  const [seller, buyer, outsider] = [await buildCollector(t), await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: seller })
  const wallet = await t.ctx.db
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  const key = await openMemberAccount(t.ctx, t.ctx.db, wallet)
  await transferAs(polygon(), key, { tokenId: nft.token_id, to: outsider.address })
  const { listingId, paymentId } = await buildPaidSale(t, { nft, buyer })
  await t.runJobs({ failOnError: false })
  t.clock.advance(5_000)
  await t.runJobs({ failOnError: false })
  expect(await getListing(t, listingId)).toMatchObject({ status: 'INACTIVE' })
  const refund = await t.ctx.db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
  expect(refund).toMatchObject({ amount_cents: 10_000 })
  expect(await readOwner(t, nft)).toBe(outsider.address)
})

test('a mint that can never be is failed with its reason', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await t.ctx.db
    .updateTable('chain_intents')
    .set({ payload: JSON.stringify({ tokenId: 'none' }) })
    .where('nft_id', '=', nft.id)
    .execute()
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({
    mint_status: 'FAILED',
    mint_error: 'The data of the mint is incomplete.',
  })
})

test('two workers at once send nothing twice', async () => {
  const creator = await buildCollector(t)
  const nfts = []
  for (let index = 0; index < 6; index++) nfts.push(await buildMint(t, { creator }))
  const second = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: { ...polygon() } } }
  await Promise.all([sendOn(t.ctx, 'POLYGON'), sendOn(second, 'POLYGON')])
  await t.runJobs()
  for (const nft of nfts) {
    expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
    expect(await listOf(nft.id)).toHaveLength(1)
  }
})

const listOf = (nftId: string) =>
  t.ctx.db
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
    .selectAll('chain_transactions')
    .where('chain_intents.nft_id', '=', nftId)
    .where('chain_intents.kind', '=', 'MINT')
    .orderBy('chain_transactions.created_at')
    .orderBy('chain_transactions.id')
    .execute()
