import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../../test/build-token.ts'
import { callNode, TEST_KEYS } from '../../test/chain.ts'
import { runJobs } from '../../test/run-jobs.ts'
import { useTestApp } from '../../test/test-app.ts'
import { connectChains } from '../chain/connect-chains.ts'
import { indexOnce } from '../chain/indexer/index-once.ts'
import type { Context } from '../context.ts'
import { createLogger } from '../logger.ts'
import { StartupError } from '../startup-error.ts'
import { type EmbeddedChain, startEmbeddedChain } from './chain.ts'

const t = useTestApp()
const log = createLogger('error')
const folder = mkdtempSync(join(tmpdir(), 'verso-chain-'))
const state = join(folder, 'polygon.json')
let chain: EmbeddedChain
let own: { ctx: Context; runJobs(): Promise<unknown> }

/** The product's chain started on `folder`, with a context that uses it instead of the run's shared one. */
async function start(options: { isPrepared?: boolean } = {}): Promise<void> {
  chain = await startEmbeddedChain({ chain: 'POLYGON', chainId: 31_337, dataDir: folder, log, mineIntervalMs: 20 })
  if (options.isPrepared ?? true) await chain.prepare({ ...t.ctx.config, ...TEST_KEYS })
  const polygon = { ...t.ctx.config.chains.POLYGON, rpcUrl: chain.rpcUrl, isEmbedded: true }
  const config = { ...t.ctx.config, chains: { ...t.ctx.config.chains, POLYGON: polygon } }
  const ctx = { ...t.ctx, config, chains: await connectChains({ ...t.ctx, config }) }
  own = { ctx, runJobs: () => runJobs(ctx) }
}

/** Ends the chain as a crash would: it starts again from the checkpoint that was copied to `checkpoint`. */
async function crashTo(checkpoint: string): Promise<void> {
  await chain.stop()
  copyFileSync(checkpoint, state)
}

async function copyCheckpoint(): Promise<string> {
  await chain.stop()
  const copy = join(folder, `copy-${Math.random()}.json`)
  copyFileSync(state, copy)
  await start()
  return copy
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The database of this file starts on the run's shared chain: it is made to forget it. */
beforeEach(async () => {
  rmSync(state, { force: true })
  const { ownerUrl } = t.ctx.config.database
  await runSql(
    ownerUrl,
    'truncate chain_blocks, chain_transfers, chain_transaction_intents, chain_transactions, chain_signers, chain_intents, wallets; ' +
      "update nfts set mint_status = 'FAILED'; delete from chains where chain = 'POLYGON'",
  )
})
afterEach(() => chain.stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what a crash took is made again: same transactions, same owners, same block times', async () => {
  await start()
  const checkpoint = await copyCheckpoint()
  const seller = await buildCollector(own)
  const buyer = await buildCollector(own)
  await callNode(chain.rpcUrl, 'evm_increaseTime', [3_600])
  const minted = await buildMint(own, { creator: seller })
  await own.runJobs()
  const nft = await getNft(own, minted.id)
  const { listingId } = await buildPaidSale(own, { nft, buyer })
  await own.runJobs()
  const sold = await getListing(own, listingId)
  expect(sold.status).toBe('SOLD')
  const before = await listTransactions()

  await crashTo(checkpoint)
  await start()
  expect(await readOwner(own, nft)).toBe(buyer.address)
  await indexOnce(own.ctx, 'POLYGON')
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
  await start()
  const checkpoint = await copyCheckpoint()
  const seller = await buildCollector(own)
  const buyer = await buildCollector(own)
  const minted = await buildMint(own, { creator: seller })
  await own.runJobs()
  const nft = await getNft(own, minted.id)
  const { listingId } = await buildPaidSale(own, { nft, buyer })
  await own.runJobs()
  const hashes = (await listTransactions()).map(({ hash }) => hash)

  await crashTo(checkpoint)
  await start({ isPrepared: false })
  await callNode(chain.rpcUrl, 'anvil_setBalance', [own.ctx.chains.POLYGON.minter.address, '0xde0b6b3a7640000'])
  await callNode(chain.rpcUrl, 'anvil_setBalance', [own.ctx.chains.POLYGON.settler.address, '0xde0b6b3a7640000'])
  await indexOnce(own.ctx, 'POLYGON')
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
  await start()
  await chain.stop()
  const other = `0x${'ab'.repeat(32)}`
  await t.ctx.db.updateTable('chains').set({ genesis_hash: other }).where('chain', '=', 'POLYGON').execute()
  await expect(start()).rejects.toThrow(StartupError)
})

const listTransactions = () =>
  t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('block_number').orderBy('created_at').execute()
