import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { assertBooksAreRight, buildBuyer, reserve, statusOf } from '../../../../test/build-listed-nft.ts'
import { buildListing } from '../../../../test/build-nft.ts'
import { pay } from '../../../../test/build-sale.ts'
import { buildCollector, buildToken } from '../../../../test/build-token.ts'
import { callNode } from '../../../../test/chain.ts'
import { useEmbeddedChain } from '../../../../test/embedded-chain.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { releaseEarningsSweep } from '../../../payments/earnings/earnings-holds.ts'
import { indexOnce } from './index-once.ts'

const t = useTestApp()
const embedded = useEmbeddedChain(t)
const polygon = () => embedded.ctx.chains.POLYGON
/** More than the 64 after which a block is final on Polygon. */
const LATER_BLOCKS = 70

const position = () =>
  t.ctx.db.selectFrom('chains').selectAll().where('chain', '=', 'POLYGON').executeTakeFirstOrThrow()
const mine = async (count: number) => {
  for (let block = 0; block < count; block++) await callNode(embedded.rpcUrl(), 'evm_mine')
}

/** A sale in a block that is final, with its earnings released, and a node whose blocks from before it on are others. */
async function buildReplacedSale() {
  await embedded.start()
  polygon().isEmbedded = false
  const seller = await buildCollector(embedded)
  const nft = await buildToken(embedded, { creator: seller })
  const listing = await buildListing(t, { nft, priceCents: 10_000 })
  const buyer = await buildBuyer(t)
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  await pay(t, { listing, paymentId: await reserve(t, buyer, nft) })
  for (let round = 0; round < 2; round++) await embedded.runJobs()
  expect(await statusOf(t, listing)).toBe('SOLD')
  await mine(LATER_BLOCKS)
  await indexOnce(embedded.ctx, polygon())
  await t.ctx.db.updateTable('earnings_holds').set({ release_at: t.ctx.clock.now() }).execute()
  await releaseEarningsSweep.run(embedded.ctx)
  const holds = await t.ctx.db.selectFrom('earnings_holds').select('status').execute()
  expect(holds).toEqual([{ status: 'RELEASED' }])
  const { indexed_block } = await position()
  await callNode(embedded.rpcUrl(), 'evm_revert', [snapshot])
  await callNode(embedded.rpcUrl(), 'anvil_setCoinbase', [privateKeyToAddress(generatePrivateKey())])
  await mine(indexed_block + 1 - Number(await polygon().client.getBlockNumber({ cacheTime: 0 })))
  return { listing }
}

const lossesOf = () =>
  t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', 'PLATFORM_LOSSES').execute()

test('a node with other blocks than those that are final undoes no sale, and the indexer waits', async () => {
  const { listing } = await buildReplacedSale()
  const [before, losses] = [await position(), await lossesOf()]
  await expect(indexOnce(embedded.ctx, polygon())).rejects.toThrow(/contradicts final blocks/)
  expect(await position()).toEqual(before)
  expect(await statusOf(t, listing)).toBe('SOLD')
  expect(await lossesOf()).toEqual(losses)
  // Nor when it shares no block at all with those that were read.
  await t.ctx.db
    .updateTable('chain_blocks')
    .set({ hash: `0x${'de'.repeat(32)}` })
    .where('chain', '=', 'POLYGON')
    .execute()
  await expect(indexOnce(embedded.ctx, polygon())).rejects.toThrow(/contradicts final blocks/)
  expect(await statusOf(t, listing)).toBe('SOLD')
  await assertBooksAreRight(t)
})
