import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, lamports } from '@solana/kit'
import { afterAll, beforeAll } from 'vitest'
import { connectChains } from '../src/custody/chains/connect-chains.ts'
import { setUpSolana } from '../src/custody/solana/set-up-solana.ts'
import { openDatabase } from '../src/db/client.ts'
import { createSolanaClient } from '../src/gateways/chain/solana-client.ts'
import { createLogger } from '../src/logger.ts'
import { solanaClocks } from './solana-slots.ts'
import type { TestApp } from './test-app.ts'

const SLOT_MS = 400
const FUNDS = lamports(100_000_000_000n)

/** Why tests on Solana are skipped here, if they are: where litesvm is known to be, its absence is no reason. */
export const solanaProblem = await import('@verso/solana/node/chain').then(
  () => undefined,
  (error: Error) => {
    if (process.platform === 'linux' && process.arch === 'x64') throw error
    return `litesvm has no native part for ${process.platform} ${process.arch}`
  },
)

export type OwnSolana = {
  rpcUrl(): string
  /** The clock of the chain: it stands still between. */
  passSlots(count: number): void
  /** Transactions from here on are on a fork that the network drops when the answer is called. */
  fork(): Promise<() => Promise<void>>
}

/** A Solana of a test file's own, in this process, beside the run's shared chains of the app. */
export function useOwnSolana(t: TestApp, { isEmbedded = true } = {}): OwnSolana {
  let nowMs = 1_760_000_000_000
  let folder = ''
  let node: Node | undefined
  const start = async (port = 0) => {
    node = await startNode(join(folder, 'chain'), { now: () => nowMs, port })
  }
  const own: OwnSolana = {
    rpcUrl: () => node?.url ?? '',
    passSlots: (count) => void (nowMs += count * SLOT_MS),
    fork: async () => {
      const { port } = new URL(own.rpcUrl())
      await node?.stop()
      await cp(join(folder, 'chain'), join(folder, 'fork'), { recursive: true })
      await start(Number(port))
      return async () => {
        await node?.stop()
        await rm(join(folder, 'chain'), { recursive: true })
        await cp(join(folder, 'fork'), join(folder, 'chain'), { recursive: true })
        await start(Number(port))
      }
    },
  }
  beforeAll(async () => {
    if (solanaProblem) return
    folder = await mkdtemp(join(tmpdir(), 'verso-solana-'))
    await start()
    own.passSlots(100)
    await deploy(t, own.rpcUrl(), own)
    const solana = { rpcUrl: own.rpcUrl(), collection: undefined, isEmbedded }
    const { SOL } = await connectChains({ ...t.ctx, config: { ...t.ctx.config, solana } })
    if (!SOL) throw new Error('Solana was not connected')
    solanaClocks.set(SOL, own)
    t.ctx.chains.SOL = SOL
  })
  afterAll(async () => {
    await node?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  return own
}

type Node = { url: string; stop(): Promise<void> }

async function startNode(folder: string, { now, port }: { now: () => number; port: number }): Promise<Node> {
  const { openChain } = await import('@verso/solana/node/chain')
  const { createRpcServer } = await import('@verso/solana/node/rpc/http-server')
  const chain = await openChain({ folder, slotMs: SLOT_MS, now })
  const crashes: unknown[] = []
  const server = createRpcServer(chain, { onCrash: (error) => crashes.push(error) })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    chain.close()
    if (crashes.length > 0) throw crashes[0]
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** As `npm run chain:deploy` does; its transactions are confirmed while it waits for them. */
async function deploy(t: TestApp, url: string, own: OwnSolana): Promise<void> {
  const rpc = createSolanaClient(url)
  const db = openDatabase(t.ownerUrl, createLogger('error'), { maxConnections: 1 })
  const platform = { ...t.ctx, db, keys: { minter: t.keys.minterKey, settler: t.keys.settlerKey } }
  const fund = async (payers: Address[]) => {
    for (const payer of payers) await rpc.requestAirdrop(payer, FUNDS).send()
    own.passSlots(2)
  }
  const passing = setInterval(() => own.passSlots(1), 10)
  try {
    await setUpSolana(url, platform, { fund })
  } finally {
    clearInterval(passing)
    await db.destroy()
  }
}
