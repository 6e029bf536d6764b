import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../errors/startup-error.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { findFreePort, isPortFree } from './free-port.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

const privateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])
const secretsSchema = z.object({
  secretKey: z.string().min(32),
  walletKek: z.string().min(32),
  minterKey: privateKey,
  settlerKey: privateKey,
  ownerKey: privateKey,
  webhookSecret: z.string().startsWith('whsec_'),
})
export type DataSecrets = z.output<typeof secretsSchema>

const portsSchema = z.record(z.string(), z.number().int().min(1).max(65_535))

export type DataFolder = {
  path: string
  /** Made at the first start, so that the embedded defaults need nothing configured. */
  secrets: DataSecrets
  /** The port recorded under this name while it is free, else a new free one, which is recorded. */
  claimPort(name: string): Promise<number>
  release(): void
}

/**
 * Opens DATA_DIR for this process alone, or beside others that share it too, and makes it at the first start.
 * @throws StartupError when the folder is broken or in use
 */
export function openDataFolder(folder: string, options: { isShared?: boolean } = {}): DataFolder {
  const path = resolve(folder)
  makeFolder(path)
  if (options.isShared) makeSecretsAlone(path)
  const lock = lockFolder(path, options)
  try {
    const secrets = readSecrets(join(path, 'secrets.json'))
    let lastClaim: Promise<unknown> = Promise.resolve()
    // One after the other, so that two claims never find the same free port.
    const claim = (name: string) => {
      const port = lastClaim.then(() => claimPort(join(path, 'ports.json'), name))
      lastClaim = port.catch(() => undefined)
      return port
    }
    return { path, secrets, claimPort: claim, release: lock.release }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Of several processes on a new folder one makes the keys; the others wait for its lock and read them. */
function makeSecretsAlone(path: string): void {
  if (existsSync(join(path, 'secrets.json'))) return
  try {
    const lock = lockFolder(path)
    readSecrets(join(path, 'secrets.json'))
    lock.release()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
}

function makeFolder(path: string): void {
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new StartupError(`DATA_DIR=${path} is a file. Name a folder instead.`)
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(`The folder DATA_DIR=${path} cannot be written to: ${(error as Error).message}.`)
  }
}

function readSecrets(file: string): DataSecrets {
  if (!existsSync(file)) {
    const secrets = makeSecrets()
    writeFileAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`)
    return secrets
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartupError(
      `${file} cannot be read. It holds the keys of this data: restore it from a copy, or move the whole folder away to start afresh.`,
    )
  }
}

function makeSecrets(): DataSecrets {
  const token = () => randomBytes(32).toString('base64url')
  const key = () => `0x${randomBytes(32).toString('hex')}` as const
  return {
    secretKey: token(),
    walletKek: token(),
    minterKey: key(),
    settlerKey: key(),
    ownerKey: key(),
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
  }
}

async function claimPort(file: string, name: string): Promise<number> {
  const recorded = readPorts(file)
  const own = recorded[name]
  if (own !== undefined && (await isPortFree(own))) return own
  let port = await findFreePort()
  while (Object.values(recorded).includes(port)) port = await findFreePort()
  writeFileAtomically(file, `${JSON.stringify({ ...recorded, [name]: port }, null, 2)}\n`)
  return port
}

/** The secrets and ports that another process has recorded in the folder it runs on. */
export function readDataFolder(path: string): { secrets: DataSecrets; ports: Record<string, number> } {
  return { secrets: readSecrets(join(path, 'secrets.json')), ports: readPorts(join(path, 'ports.json')) }
}

/** The recorded ports are a convenience: an unreadable file only means new ones. */
function readPorts(file: string): Record<string, number> {
  try {
    return portsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
