import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const VERSION = 1
const LENGTH_BYTES = 4

/** The identity of a chain, and how far its saved state goes. */
export type Position = {
  genesisHash: string
  genesisTimeMs: number
  /** The private key of the account that airdrops come from, in base64. */
  faucetKey: string
  slot: number
  /** So many entries of the journal are in the saved state. */
  entries: number
}

export type Checkpoint = { position: Position; state: Uint8Array }

/** Replaces the file as a whole: a crash leaves the one before or this one. */
export function writeCheckpoint(path: string, { position, state }: Checkpoint): void {
  const header = Buffer.from(JSON.stringify({ version: VERSION, ...position }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const next = `${path}.next`
  writeFileSync(next, Buffer.concat([length, header, state]))
  const file = openSync(next, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(next, path)
}

/** @throws Error for a file that is none of ours */
export function readCheckpoint(path: string): Checkpoint | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  const end = LENGTH_BYTES + bytes.readUInt32LE()
  const { version, ...position } = JSON.parse(bytes.subarray(LENGTH_BYTES, end).toString())
  if (version !== VERSION) throw new Error(`a checkpoint of version ${version} cannot be read`)
  return { position, state: bytes.subarray(end) }
}
