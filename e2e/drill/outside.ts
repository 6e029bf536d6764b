import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { startEmbeddedChain } from '../../server/src/embedded/chain/chain.ts'
import { fundSigners } from '../../server/src/embedded/chain/prepare-chain.ts'
import { startPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { createLogger } from '../../server/src/logger.ts'
import { callNode } from '../../server/test/chain.ts'
import { runSql } from '../../server/test/database.ts'
import { POSTGRES_BIN } from './installed.ts'
import type { Keys } from './layout.ts'

export type Database = {
  appUrl: string
  ownerUrl: string
  /** Of a server that has replicas. */
  readUrl?: string
}
/** A foreign PostgreSQL, where one may make databases. */
export type DatabaseServer = { adminUrl: string; readUrl?: string; stop(): Promise<void> }
/** The parts outside of the product: a database server and two networks. They outlive our machines. */
export type Outside = {
  rpcUrls: Record<EvmChain, string>
  /** A new one, with the two roles of docs/operations/postgresql.md. */
  makeDatabase(name: string): Promise<Database>
  dropDatabase(name: string): Promise<void>
  /** Of what it has started: the networks. */
  stop(): Promise<void>
}

const CHAIN_IDS: Record<EvmChain, number> = { POLYGON: 31_337, ETH: 31_338 }
const BLOCK_MS = 100
const OWNER = 'drill_owner'
const APP = 'drill_app'
const log = createLogger('warn')

/** One server of Debian. */
export async function startServer(folder: string): Promise<DatabaseServer> {
  const binaries = {
    postgres: join(POSTGRES_BIN, 'postgres'),
    initdb: join(POSTGRES_BIN, 'initdb'),
    localeArgs: ['--locale=C.UTF-8', '--data-checksums'],
  }
  const { ownerUrl: adminUrl, stop } = await startPostgres({ dataDir: join(folder, 'postgres'), log, binaries })
  return { adminUrl, stop }
}

export async function startOutside(folder: string, keys: Keys, server: DatabaseServer): Promise<Outside> {
  const password = randomBytes(16).toString('hex')
  const administer = (sql: string) => runSql(server.adminUrl, sql)
  for (const role of [OWNER, APP]) await administer(`create role ${role} login password '${password}'`)
  const chains = await Promise.all(EVM_CHAINS.map((chain) => startNetwork(folder, chain, keys)))
  return {
    rpcUrls: Object.fromEntries(chains.map(({ chain, rpcUrl }) => [chain, rpcUrl])) as Record<EvmChain, string>,
    makeDatabase: async (name) => {
      await administer(`create database ${name} owner ${OWNER}`)
      const urlOf = (base: string, username: string) =>
        Object.assign(new URL(base), { pathname: `/${name}`, username, password }).href
      return {
        appUrl: urlOf(server.adminUrl, APP),
        ownerUrl: urlOf(server.adminUrl, OWNER),
        ...(server.readUrl && { readUrl: urlOf(server.readUrl, APP) }),
      }
    },
    dropDatabase: (name) => administer(`drop database ${name} with (force)`),
    stop: async () => {
      await Promise.all(chains.map((one) => one.stop()))
    },
  }
}

async function startNetwork(folder: string, chain: EvmChain, keys: Keys) {
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
