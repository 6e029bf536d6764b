import { expect, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { useEmbeddedChain } from '../../../test/embedded-chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { readOn } from '../../../test/on-chain.ts'

const t = useTestApp()
const embedded = useEmbeddedChain(t)

test('what a crash took is made again: same transactions, same owners, same block times', async () => {
  await embedded.start()
  const checkpoint = await embedded.checkpoint()
  const seller = await buildCollector(embedded)
  const buyer = await buildCollector(embedded)
  await callNode(embedded.rpcUrl(), 'evm_increaseTime', [3_600])
  t.clock.advance(3_600_000)
  const minted = await buildMint(embedded, { creator: seller })
  await embedded.runJobs()
  const nft = await getNft(embedded, minted.id)
  const { listingId } = await buildPaidSale(embedded, { nft, buyer })
  await embedded.runJobs()
  const sold = await getListing(embedded, listingId)
  expect(sold.status).toBe('SOLD')
  const before = await listTransactions()

  await embedded.crashTo(checkpoint)
  await embedded.start()
  expect(await readOwner(embedded, nft)).toBe(buyer.address)
  await readOn(embedded.ctx, 'POLYGON')
  await embedded.runJobs()
  const after = await listTransactions()
  expect(after.map(({ hash, block_time }) => ({ hash, block_time }))).toEqual(
    before.map(({ hash, block_time }) => ({ hash, block_time })),
  )
  expect(after.every(({ status }) => status === 'MINED')).toBe(true)
  expect(await getNft(embedded, nft.id)).toMatchObject({ owner_address: buyer.address, mint_tx_hash: nft.mint_tx_hash })
  // Nothing was undone and done again for it.
  expect((await getListing(embedded, listingId)).updated_at).toEqual(sold.updated_at)
})

test('what a reorganisation removed is undone, sent again and done again', async () => {
  await embedded.start()
  const checkpoint = await embedded.checkpoint()
  const seller = await buildCollector(embedded)
  const buyer = await buildCollector(embedded)
  const minted = await buildMint(embedded, { creator: seller })
  await embedded.runJobs()
  const nft = await getNft(embedded, minted.id)
  const { listingId } = await buildPaidSale(embedded, { nft, buyer })
  await embedded.runJobs()
  const hashes = (await listTransactions()).map(({ hash }) => hash)

  await embedded.crashTo(checkpoint)
  await embedded.start({ isPrepared: false })
  // A crash in the middle undoes nothing by half.
  t.ctx.failpoints.arm('indexer.before-commit')
  await expect(readOn(embedded.ctx, 'POLYGON')).rejects.toThrow('indexer.before-commit')
  expect(await getNft(embedded, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: buyer.address })
  expect(await getListing(embedded, listingId)).toMatchObject({ status: 'SOLD' })
  await readOn(embedded.ctx, 'POLYGON')
  expect(await getNft(embedded, nft.id)).toMatchObject({
    mint_status: 'PENDING',
    owner_address: null,
    owned_by: seller.id,
  })
  expect(await getListing(embedded, listingId)).toMatchObject({ status: 'PAID' })

  await embedded.runJobs()
  t.clock.advance(2_000)
  await embedded.runJobs()
  expect(await getListing(embedded, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(embedded, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: buyer.address })
  expect(await readOwner(embedded, nft)).toBe(buyer.address)
  expect((await listTransactions()).map(({ hash }) => hash)).toEqual(expect.arrayContaining(hashes))
})

test('a start against another chain is refused', async () => {
  await embedded.start()
  await embedded.stop()
  const other = `0x${'ab'.repeat(32)}`
  await t.ctx.db.updateTable('chains').set({ genesis_hash: other }).where('chain', '=', 'POLYGON').execute()
  await expect(embedded.start()).rejects.toThrow(StartupError)
})

const listTransactions = () =>
  t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('block_number').orderBy('created_at').execute()
