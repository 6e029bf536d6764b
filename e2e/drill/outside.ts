import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'
import { startEmbeddedChain } from '../../server/src/embedded/chain/chain.ts'
import { fundSigners } from '../../server/src/embedded/chain/prepare-chain.ts'
import { startPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { createLogger } from '../../server/src/logger.ts'
import { callNode } from '../../server/test/chain.ts'
import { runSql } from '../../server/test/database.ts'
import { POSTGRES_BIN } from './installed.ts'
import type { Keys } from './layout.ts'

export type Database = { appUrl: string; ownerUrl: string }
/** What is not ours: a database server and two networks. They outlive our machines. */
export type Outside = {
  rpcUrls: Record<LiveChain, string>
  /** A new one, with the two roles of docs/operations/postgresql.md. */
  makeDatabase(name: string): Promise<Database>
  dropDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

const CHAIN_IDS: Record<LiveChain, number> = { POLYGON: 31_337, ETH: 31_338 }
const BLOCK_MS = 100
const OWNER = 'drill_owner'
const log = createLogger('warn')

export async function startOutside(folder: string, keys: Keys): Promise<Outside> {
  const binaries = {
    postgres: join(POSTGRES_BIN, 'postgres'),
    initdb: join(POSTGRES_BIN, 'initdb'),
    localeArgs: ['--locale=C.UTF-8', '--data-checksums'],
  }
  const server = await startPostgres({ dataDir: join(folder, 'postgres'), log, binaries })
  const password = randomBytes(16).toString('hex')
  const administer = (sql: string) => runSql(server.ownerUrl, sql)
  await administer(`create role ${OWNER} login password '${password}'`)
  const chains = await Promise.all(LIVE_CHAINS.map((chain) => startNetwork(folder, chain, keys)))
  const urlOf = (base: string, name: string) => Object.assign(new URL(base), { pathname: `/${name}` })
  return {
    rpcUrls: Object.fromEntries(chains.map(({ chain, rpcUrl }) => [chain, rpcUrl])) as Record<LiveChain, string>,
    makeDatabase: async (name) => {
      await administer(`create database ${name} owner ${OWNER}`)
      const owner = Object.assign(urlOf(server.ownerUrl, name), { username: OWNER, password })
      return { appUrl: urlOf(server.appUrl, name).href, ownerUrl: owner.href }
    },
    dropDatabase: (name) => administer(`drop database ${name} with (force)`),
    stop: async () => {
      await Promise.all([server, ...chains].map((one) => one.stop()))
    },
  }
}

async function startNetwork(folder: string, chain: LiveChain, keys: Keys) {
  const dataDir = join(folder, 'chains')
  const network = await startEmbeddedChain({ chain, chainId: CHAIN_IDS[chain], dataDir, log })
  const accounts = { ownerKey: keys.OWNER_KEY, minterKey: keys.MINTER_KEY, settlerKey: keys.SETTLER_KEY }
  await fundSigners({ request: (method, params) => callNode(network.rpcUrl, method, params) }, accounts)
  // Real networks go on without us: what is mined is final only when blocks follow.
  const mining = setInterval(() => void callNode(network.rpcUrl, 'evm_mine').catch(() => undefined), BLOCK_MS)
  const stop = () => {
    clearInterval(mining)
    return network.stop()
  }
  return { chain, rpcUrl: network.rpcUrl, stop }
}
