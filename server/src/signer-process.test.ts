import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../test/build-token.ts'
import { freePort } from '../test/product.ts'
import { runJobs } from '../test/run-jobs.ts'
import { useTestApp } from '../test/test-app.ts'
import { startTraceCollector } from '../test/trace-collector.ts'
import { connectChains } from './custody/chains/connect-chains.ts'
import type { CustodyContext } from './custody/outcomes.ts'
import { inTransaction } from './db/client.ts'
import { startTracing } from './health/tracing/start-tracing.ts'
import { traceWork } from './trace.ts'
import { withdrawNft } from './catalogue/withdrawals/withdraw-nft.ts'

const t = useTestApp()
const SECRET = 's'.repeat(40)
const MAIN = join(import.meta.dirname, 'main.ts')
const LONG_MS = 240_000
let signer: ChildProcess | undefined
afterEach(() => stopSigner())

/** `ROLE=signer node main.ts`, with no more settings than the runbook names. */
async function startSigner(port: string, metricsPort: string, collector: string): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    ROLE: 'signer',
    DATABASE_URL: t.ctx.config.database.url,
    WALLET_KEK: t.ctx.config.walletKek,
    SIGNER_SECRET: SECRET,
    SIGNER_PORT: port,
    METRICS_PORT: metricsPort,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  signer = child
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('The signer is ready')) resolve()
      })
    }
    child.once('close', (code) => reject(new Error(`the signer ended with ${code}: ${output}`)))
  })
}

async function stopSigner(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const child = signer
  signer = undefined
  if (!child || child.exitCode !== null) return
  await new Promise((resolve) => child.once('close', resolve).kill(signal))
}

test('a signer whose port is in use says which setting names another', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const started = startSigner(String(port), await freePort(), 'http://127.0.0.1:9')
  await expect(started).rejects.toThrow(
    `Port ${port} is in use. Stop what listens there, or choose another with SIGNER_PORT.`,
  )
  taken.close()
})

test(
  'a product whose key opens no seed sells and withdraws through a signer process, and waits while that is away',
  async () => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
    const config = {
      ...t.ctx.config,
      walletKek: 'a'.repeat(40),
      signer: { url: `http://127.0.0.1:${port}`, secret: SECRET },
    }
    const ctx: CustodyContext = { ...t.ctx, config, chains: await connectChains({ ...t.ctx, config }) }
    const apart = { ctx, runJobs: (options?: { failOnError?: boolean }) => runJobs(ctx, options) }
    const minted = await buildMint(apart, { creator: seller })
    await apart.runJobs()
    const nft = await getNft(t, minted.id)
    const { listingId } = await buildPaidSale(apart, { nft, buyer })
    await apart.runJobs({ failOnError: false })
    expect(await getListing(t, listingId)).toMatchObject({ status: 'PAID' })
    expect(await readOwner(t, nft)).toBe(seller.address)

    const collector = await startTraceCollector()
    onTestFinished(() => collector.stop())
    const { endpoint } = collector
    const tracing = startTracing({ endpoint, headers: '', share: 1, role: 'all', log: t.ctx.log })
    onTestFinished(() => tracing.stop())
    await startSigner(port, metricsPort, endpoint)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toMatch(/verso_info\{role="signer",version="[\d.]+"\} 1/)
    t.clock.advance(60_000)
    await traceWork({ kind: 'server', name: 'the product', attributes: {} }, () => apart.runJobs())
    expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
    const outside = privateKeyToAddress(generatePrivateKey())
    await inTransaction(t.ctx.db, (tx) => withdrawNft(ctx, tx, { userId: buyer.id, nftId: nft.id, to: outside }))
    await apart.runJobs()
    expect(await readOwner(t, nft)).toBe(outside)

    // Ended by hand it sends what it has.
    await stopSigner('SIGTERM')
    await tracing.stop()
    const { spans } = collector.got
    const signing = spans.find(({ name, role }) => name === 'signer /listings' && role === 'signer')
    const asking = spans.find(({ spanId }) => spanId === signing?.parentSpanId)
    expect(asking).toMatchObject({ role: 'all', traceId: signing?.traceId })
    const reading = spans.filter(({ parentSpanId }) => parentSpanId === signing?.spanId)
    expect(reading.map(({ name, role }) => `${role} ${name}`)).toContain('signer SQL select')
  },
  LONG_MS,
)
