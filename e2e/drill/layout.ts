import { randomBytes } from 'node:crypto'
import type { EvmChain } from '@verso/protocol/chains'
import { createTestKeys } from '../../server/test/chain.ts'
import { freePort } from '../../server/test/product.ts'

export type Settings = Record<string, string>
export const NAMES = {
  public: 'verso.example',
  admin: 'admin.verso.example',
  media: 'media.verso.example',
  pay: 'pay.verso.example',
} as const

const secret = () => randomBytes(32).toString('hex')

/** Secrets that outlive any machine: with them and a backup the product comes back. */
export const makeKeys = () => {
  const { ownerKey, minterKey, settlerKey } = createTestKeys()
  return {
    SECRET_KEY: secret(),
    WALLET_KEK: secret(),
    BACKUP_KEY: secret(),
    SIGNER_SECRET: secret(),
    OWNER_KEY: ownerKey,
    MINTER_KEY: minterKey,
    SETTLER_KEY: settlerKey,
  }
}
export type Keys = ReturnType<typeof makeKeys>

type Options = {
  keys: Keys
  /** The port at which the proxy takes members' requests. */
  tlsPort: string
  database: { appUrl: string; ownerUrl: string; readUrl?: string }
  rpcUrls: Record<EvmChain, string>
  dataDir: string
}

/** The settings of all processes: production's layout, with the payment sandbox and without real mail and SMS. */
export function settingsOf({ keys, tlsPort, database, rpcUrls, dataDir }: Options): Settings {
  const { SIGNER_SECRET: _signer, OWNER_KEY: _owner, ...ours } = keys
  return {
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
    ...ours,
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...(database.readUrl && { DATABASE_READ_URL: database.readUrl }),
    POLYGON_RPC_URL: rpcUrls.POLYGON,
    ETH_RPC_URL: rpcUrls.ETH,
    DATA_DIR: dataDir,
    PUBLIC_URL: `https://${NAMES.public}:${tlsPort}`,
    ADMIN_URL: `https://${NAMES.admin}:${tlsPort}`,
    MEDIA_URL: `https://${NAMES.media}:${tlsPort}`,
    PAY_URL: `https://${NAMES.pay}:${tlsPort}`,
    TRUST_PROXY: '1',
    // All of the drill's members are on one network.
    REQUESTS_PER_MINUTE_PER_NETWORK: '1000000',
  }
}

export type Process = { name: string; settings: Settings }
export type ApiPorts = { public: string; admin: string; media: string; pay: string }

/** Two of each, and one signer. */
export async function planProcesses(settings: Settings, keys: Keys) {
  const signerPort = await freePort()
  const sandboxPort = await freePort()
  const signing = { SIGNER_URL: `http://127.0.0.1:${signerPort}`, SIGNER_SECRET: keys.SIGNER_SECRET }
  const { DATABASE_URL = '', WALLET_KEK = '' } = settings
  const signer: Process = {
    name: 'signer',
    settings: { NODE_ENV: 'production', ROLE: 'signer', SIGNER_PORT: signerPort, DATABASE_URL, WALLET_KEK, ...signing },
  }
  const apis: (Process & { ports: ApiPorts })[] = []
  for (const name of ['api-1', 'api-2']) {
    const ports = { public: await freePort(), admin: await freePort(), media: await freePort(), pay: await freePort() }
    const own = { PORT: ports.public, ADMIN_PORT: ports.admin, MEDIA_PORT: ports.media, PAY_PORT: ports.pay }
    apis.push({ name, ports, settings: { ...settings, ...signing, ROLE: 'api', ...own } })
  }
  // Workers ask the sandbox, which is part of an api, through the proxy.
  const worker = { ...settings, ...signing, ROLE: 'worker', PAY_PORT: sandboxPort }
  const workers: Process[] = ['worker-1', 'worker-2'].map((name) => ({ name, settings: worker }))
  return { apis, workers, signer, sandboxPort }
}
