import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { connectChains } from '../src/custody/chains/connect-chains.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { type EmbeddedChain, startEmbeddedChain } from '../src/embedded/chain/chain.ts'
import { createLogger } from '../src/logger.ts'
import { callNode } from './chain.ts'
import { runJobs } from './run-jobs.ts'
import type { TestApp } from './test-app.ts'

export type EmbeddedTestChain = {
  ctx: CustodyContext
  runJobs(): Promise<unknown>
  rpcUrl(): string
  /** Starts the chain; unprepared, nothing that a crash took is made again. */
  start(options?: { isPrepared?: boolean }): Promise<void>
  /** The part of a start after the chain is there. */
  prepare(): Promise<void>
  stop(): Promise<void>
  /** The state of this moment. */
  checkpoint(): Promise<Buffer>
  /** Ends the chain and puts an older state in place, as a crash does: the next start goes on from there. */
  crashTo(checkpoint: Buffer): Promise<void>
  forgetState(): void
}

/** An embedded POLYGON for one test file, which can lose blocks without harm to the other files. Starts afresh for each test. */
export function useEmbeddedChain(t: TestApp): EmbeddedTestChain {
  const dataDir = mkdtempSync(join(tmpdir(), 'verso-chain-'))
  const state = join(dataDir, 'polygon.json')
  const log = createLogger('error')
  let chain: EmbeddedChain
  const embedded: EmbeddedTestChain = {
    ctx: undefined as never,
    runJobs: () => runJobs(embedded.ctx),
    rpcUrl: () => chain.rpcUrl,
    start: async ({ isPrepared = true } = {}) => {
      chain = await startEmbeddedChain({ chain: 'POLYGON', chainId: 31_337, dataDir, log, mineIntervalMs: 20 })
      if (isPrepared) await embedded.prepare()
      embedded.ctx = await connect(t.ctx, chain.rpcUrl)
    },
    prepare: () => chain.prepare({ ...t.ctx.config, ...t.keys }),
    stop: () => chain.stop(),
    checkpoint: async () => {
      const dump = await callNode<string>(chain.rpcUrl, 'anvil_dumpState')
      return gunzipSync(Buffer.from(dump.slice(2), 'hex'))
    },
    crashTo: async (checkpoint) => {
      await chain.stop()
      writeFileSync(state, checkpoint)
    },
    forgetState: () => rmSync(state, { force: true }),
  }
  beforeEach(async () => {
    embedded.forgetState()
    await forgetChain(t.ctx.config.database.ownerUrl)
  })
  afterEach(() => chain?.stop())
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  return embedded
}

async function connect(ctx: CustodyContext, rpcUrl: string): Promise<CustodyContext> {
  const polygon = { ...ctx.config.chains.POLYGON, rpcUrl, isEmbedded: true }
  const config = { ...ctx.config, chains: { ...ctx.config.chains, POLYGON: polygon } }
  return { ...ctx, config, chains: await connectChains({ ...ctx, config }) }
}

/** The database of the file began with the run's shared chain. */
async function forgetChain(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    'truncate chain_blocks, chain_transfers, chain_transaction_intents, chain_transactions, chain_signers, chain_intents, wallets; ' +
      "update nfts set mint_status = 'FAILED'; delete from chains where chain = 'POLYGON'",
  )
  await client.end()
}
