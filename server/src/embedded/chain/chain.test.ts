import { expect, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { useOwnChain } from '../../../test/own-chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { readOn } from '../../../test/on-chain.ts'

const t = useTestApp()
const own = useOwnChain(t)

test('what a crash took is made again: same transactions, same owners, same block times', async () => {
  await own.start()
  const checkpoint = await own.checkpoint()
  const seller = await buildCollector(own)
  const buyer = await buildCollector(own)
  await callNode(own.rpcUrl(), 'evm_increaseTime', [3_600])
  t.clock.advance(3_600_000)
  const minted = await buildMint(own, { creator: seller })
  await own.runJobs()
  const nft = await getNft(own, minted.id)
  const { listingId } = await buildPaidSale(own, { nft, buyer })
  await own.runJobs()
  const sold = await getListing(own, listingId)
  expect(sold.status).toBe('SOLD')
  const before = await listTransactions()

  await own.crashTo(checkpoint)
  await own.start()
  expect(await readOwner(own, nft)).toBe(buyer.address)
  await readOn(own.ctx, 'POLYGON')
  await own.runJobs()
  const after = await listTransactions()
  expect(after.map(({ hash, block_time }) => ({ hash, block_time }))).toEqual(
    before.map(({ hash, block_time }) => ({ hash, block_time })),
  )
  expect(after.every(({ status }) => status === 'MINED')).toBe(true)
  expect(await getNft(own, nft.id)).toMatchObject({ owner_address: buyer.address, mint_tx_hash: nft.mint_tx_hash })
  // Nothing was undone and done again for it.
  expect((await getListing(own, listingId)).updated_at).toEqual(sold.updated_at)
})

test('what a reorganisation removed is undone, sent again and done again', async () => {
  await own.start()
  const checkpoint = await own.checkpoint()
  const seller = await buildCollector(own)
  const buyer = await buildCollector(own)
  const minted = await buildMint(own, { creator: seller })
  await own.runJobs()
  const nft = await getNft(own, minted.id)
  const { listingId } = await buildPaidSale(own, { nft, buyer })
  await own.runJobs()
  const hashes = (await listTransactions()).map(({ hash }) => hash)

  await own.crashTo(checkpoint)
  await own.start({ isPrepared: false })
  // A crash in the middle undoes nothing by half.
  t.ctx.failpoints.arm('indexer.before-commit')
  await expect(readOn(own.ctx, 'POLYGON')).rejects.toThrow('indexer.before-commit')
  expect(await getNft(own, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: buyer.address })
  expect(await getListing(own, listingId)).toMatchObject({ status: 'SOLD' })
  await readOn(own.ctx, 'POLYGON')
  expect(await getNft(own, nft.id)).toMatchObject({ mint_status: 'PENDING', owner_address: null, owned_by: seller.id })
  expect(await getListing(own, listingId)).toMatchObject({ status: 'PAID' })

  await own.runJobs()
  t.clock.advance(2_000)
  await own.runJobs()
  expect(await getListing(own, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(own, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: buyer.address })
  expect(await readOwner(own, nft)).toBe(buyer.address)
  expect((await listTransactions()).map(({ hash }) => hash)).toEqual(expect.arrayContaining(hashes))
})

test('a start against another chain is refused', async () => {
  await own.start()
  await own.stop()
  const other = `0x${'ab'.repeat(32)}`
  await t.ctx.db.updateTable('chains').set({ genesis_hash: other }).where('chain', '=', 'POLYGON').execute()
  await expect(own.start()).rejects.toThrow(StartupError)
})

const listTransactions = () =>
  t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('block_number').orderBy('created_at').execute()
