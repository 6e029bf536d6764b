import { expect, test } from 'vitest'
import { buildCollector, buildMint, getNft } from '../../../../test/build-token.ts'
import { callNode } from '../../../../test/chain.ts'
import { useEmbeddedChain } from '../../../../test/embedded-chain.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { followOn, readOn, sendOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const embedded = useEmbeddedChain(t)
const polygon = () => embedded.ctx.chains.POLYGON
const lost = () => Promise.reject(new Error('connection lost'))
/** Looks at the database as a node would that answers nothing: sends are lost on their way. */
const silent = () => ({
  ...embedded.ctx,
  chains: {
    ...embedded.ctx.chains,
    POLYGON: { ...polygon(), client: { ...polygon().client, sendRawTransaction: lost } },
  },
})

test('what the node refuses because the base fee has risen is replaced at once, and its lane goes on', async () => {
  await embedded.start()
  const creator = await buildCollector(embedded)
  const nft = await buildMint(embedded, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const [refused] = await listOf(nft.id)
  expect(refused).toMatchObject({ status: 'SIGNED' })
  await raiseBaseFee(BigInt(refused?.max_fee_per_gas ?? 0) * 3n)
  t.clock.advance(2_000)
  await followOn(embedded.ctx, 'POLYGON')
  const next = await buildMint(embedded, { creator })
  await embedded.runJobs()
  expect((await listOf(nft.id)).map(({ status, nonce }) => ({ status, nonce }))).toEqual([
    { status: 'REPLACED', nonce: refused?.nonce },
    { status: 'MINED', nonce: refused?.nonce },
  ])
  for (const { id } of [nft, next]) expect(await getNft(t, id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('what the node refuses for another reason is offered more after a minute, but never much more than is asked', async () => {
  await embedded.start()
  const creator = await buildCollector(embedded)
  const nft = await buildMint(embedded, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const { maxFeePerGas: asked } = await polygon().client.estimateFeesPerGas()
  for (let minute = 0; minute < 40; minute++) {
    t.clock.advance(61_000)
    await followOn(silent() as never, 'POLYGON')
  }
  const sent = await listOf(nft.id)
  expect(sent.length).toBeGreaterThan(2)
  for (const { max_fee_per_gas } of sent) expect(Number(max_fee_per_gas)).toBeLessThanOrEqual(Number(asked) * 6)
  t.clock.advance(11_000)
  await embedded.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

test('a receipt from a fork that was left is not believed, and blocks no nonce', async () => {
  await embedded.start()
  const creator = await buildCollector(embedded)
  await embedded.runJobs()
  const nft = await buildMint(embedded, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const [stored] = await listOf(nft.id)
  const { client } = polygon()
  const { number: blockNumber } = await client.getBlock()
  const blockHash = `0x${'de'.repeat(32)}` as const
  const receipt = { transactionHash: stored?.hash, blockHash, blockNumber, status: 'success' }
  const stale = {
    ...client,
    getTransactionReceipt: async () => ({ ...receipt, transactionIndex: 0 }),
    getBlock: async (query: never) => ({ ...(await client.getBlock(query)), hash: blockHash }),
    sendRawTransaction: lost,
  }
  const onStaleFork = { ...embedded.ctx, chains: { ...embedded.ctx.chains, POLYGON: { ...polygon(), client: stale } } }
  t.clock.advance(2_000)
  for (let round = 0; round < 3; round++) await followOn(onStaleFork as never, 'POLYGON')
  expect(await listOf(nft.id)).toMatchObject([{ status: 'SIGNED', hash: stored?.hash }])
  t.clock.advance(11_000)
  await embedded.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', mint_tx_hash: stored?.hash })
})

test('a receipt from a fork that was left, in a block that catching up passes over, is looked up again', async () => {
  await embedded.start()
  const creator = await buildCollector(embedded)
  await embedded.runJobs()
  const nft = await buildMint(embedded, { creator })
  await sendOn(silent() as never, 'POLYGON')
  const number = Number(await polygon().client.getBlockNumber()) + 5
  await callNode(polygon().rpcUrl, 'anvil_mine', ['0x12c'])
  const [stored] = await listOf(nft.id)
  await t.ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'MINED', block_number: number, block_hash: `0x${'de'.repeat(32)}`, is_success: false })
    .where('id', '=', stored?.id ?? '')
    .execute()
  await readOn(embedded.ctx, 'POLYGON')
  // That it reverted there counts no more either.
  expect(await listOf(nft.id)).toMatchObject([{ status: 'SENT', block_number: null, is_success: null }])
  t.clock.advance(2_000)
  await embedded.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', mint_tx_hash: stored?.hash })
  expect(await listOf(nft.id)).toHaveLength(1)
})

async function raiseBaseFee(fee: bigint): Promise<void> {
  await callNode(polygon().rpcUrl, 'anvil_setNextBlockBaseFeePerGas', [`0x${fee.toString(16)}`])
  await callNode(polygon().rpcUrl, 'evm_mine')
}

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
