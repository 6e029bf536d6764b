import { type Chain, EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { type Config, type EmbeddedValues, listenHostOf, logLevelOf } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { createLogger } from '../logger.ts'
import type { Progress } from './progress.ts'
import { listenFailure } from '../errors/listen-failure.ts'
import { type EmbeddedChain, startEmbeddedChain } from './chain/chain.ts'
import { type EmbeddedSolana, startEmbeddedSolana } from './chain/solana.ts'
import { openDataFolder } from './data-folder.ts'
import { tryPort } from './free-port.ts'
import { startPostgres } from './postgres/postgres.ts'

/** Never a real network's: the same keys on the same id would make test signatures valid there (docs/rules.md R95). */
const CHAIN_IDS: Record<EvmChain, number> = { POLYGON: 31_337, ETH: 31_338 }
const RPC_SETTINGS = { POLYGON: 'POLYGON_RPC_URL', ETH: 'ETH_RPC_URL' } as const

export type Embedded = {
  values: EmbeddedValues
  /** Puts the collection contract on the embedded chains at the first start and replays what a crash lost. */
  deployContracts(config: Config, progress: Progress): Promise<void>
  startSandbox(ctx: Context): Promise<void>
  /** Has `listener` told of each block of the embedded chains, as nodes tell who asks them. */
  onMined(listener: (chain: Chain) => void): void
  stop(): Promise<void>
}

/**
 * Starts what no setting points to elsewhere: PostgreSQL and the chains, with their data in DATA_DIR. What was started
 * is stopped again when a later part fails.
 */
export async function startEmbedded(
  settings: Settings,
  progress: Progress,
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<Embedded> {
  await assertPortsAreFree(settings)
  const startsNothing =
    settings.DATABASE_URL !== undefined && EVM_CHAINS.every((chain) => settings[RPC_SETTINGS[chain]])
  // An API and a worker on one machine share the folder of members' files.
  const folder = openDataFolder(settings.DATA_DIR, { isShared: startsNothing && !isAlone })
  const log = createLogger(logLevelOf(settings), { role: settings.ROLE })
  const closers: (() => Promise<unknown>)[] = [async () => folder.release()]
  let tellMined: ((chain: Chain) => void) | undefined
  const stop = async () => {
    for (const close of closers.reverse()) await close()
  }
  const starting: Promise<unknown>[] = []
  const keep = <T extends { stop(): Promise<unknown> } | undefined>(start: Promise<T>): Promise<T> => {
    const kept = start.then((part) => {
      if (part) closers.push(() => part.stop())
      return part
    })
    starting.push(kept)
    return kept
  }
  try {
    const [postgres, chains, solana] = await Promise.all([
      keep(startOwnPostgres(settings, { folder, log })),
      Promise.all(startChains(settings, { folder, log, onMined: (chain) => tellMined?.(chain) }).map(keep)),
      keep(startSolana(settings, { folder, log })),
    ])
    const names = [...chains.map(({ chain }) => chain), ...(solana ? ['SOL'] : [])]
    const started = [...(postgres ? ['PostgreSQL'] : []), ...names.map((name) => `${name} chain`)]
    if (started.length > 0) progress.step(`${started.join(', ')} started`)
    return {
      values: {
        secrets: folder.secrets,
        rpcUrls: {
          ...Object.fromEntries(chains.map((chain) => [chain.chain, chain.rpcUrl])),
          ...(solana && { SOL: solana.rpcUrl }),
        },
        ...(postgres && { database: postgres }),
      },
      deployContracts: async (config) => {
        await Promise.all([...chains, ...(solana ? [solana] : [])].map((chain) => chain.prepare(config)))
        if (chains.length > 0) progress.step('Collection contracts ready')
      },
      startSandbox: async (ctx) => {
        if (ctx.config.payments.kind !== 'sandbox') return
        const { startSandbox } = await import('./sandbox/start-sandbox.ts')
        const sandbox = await startSandbox(ctx)
        closers.push(() => sandbox.stop())
      },
      onMined: (listener) => {
        tellMined = listener
      },
      stop,
    }
  } catch (error) {
    // The others may have started by then: what is left running would keep the process.
    await Promise.allSettled(starting)
    await stop()
    throw error
  }
}

type Parts = {
  folder: ReturnType<typeof openDataFolder>
  log: ReturnType<typeof createLogger>
}

async function startOwnPostgres(settings: Settings, { folder, log }: Parts) {
  if (settings.DATABASE_URL !== undefined) return undefined
  return startPostgres({ dataDir: `${folder.path}/postgres`, port: await folder.claimPort('postgres'), log })
}

type Chains = Parts & { onMined(chain: Chain): void }

function startChains(settings: Settings, { folder, log, onMined }: Chains): Promise<EmbeddedChain>[] {
  const embedded = EVM_CHAINS.filter((chain) => settings[RPC_SETTINGS[chain]] === undefined)
  return embedded.map(async (chain) =>
    startEmbeddedChain({
      chain,
      chainId: CHAIN_IDS[chain],
      dataDir: `${folder.path}/chain`,
      port: await folder.claimPort(chain),
      log,
      onMined: () => onMined(chain),
    }),
  )
}

/**
 * Beside an embedded chain only, so that a product with real chains never offers play money as the third. The key of its collection is of the
 * seed, which a signer of its own would have.
 */
async function startSolana(settings: Settings, { folder, log }: Parts): Promise<EmbeddedSolana | undefined> {
  const isAlone = EVM_CHAINS.every((chain) => settings[RPC_SETTINGS[chain]] !== undefined)
  if (isAlone || settings.SOL_RPC_URL !== undefined || settings.SIGNER_URL !== undefined) return undefined
  const solana = await startEmbeddedSolana({
    folder: `${folder.path}/chain/sol`,
    port: await folder.claimPort('SOL'),
    log,
  })
  if (!solana) log.warn({ platform: process.platform, arch: process.arch }, 'Solana is not available here')
  return solana
}

async function assertPortsAreFree(settings: Settings): Promise<void> {
  if (settings.ROLE === 'worker') return
  const host = listenHostOf(settings)
  const names = [
    'PORT',
    'ADMIN_PORT',
    'MEDIA_PORT',
    ...(settings.PAYMENT_PROVIDER === 'sandbox' ? (['PAY_PORT'] as const) : []),
  ] as const
  for (const name of names) {
    const port = settings[name as 'PORT']
    if (port === 0) continue
    await tryPort(port, host).catch((error: unknown) => {
      throw listenFailure(error, { host, port, setting: name })
    })
  }
}
