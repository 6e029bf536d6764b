import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { StartupError } from '../errors/startup-error.ts'
import { type BackupAccess, compress, decompress, type Part, readPart, writePart } from './parts.ts'

/** The keys that a start without settings makes for itself, and the built-in chains: they are nowhere else. */
const SECRETS = 'secrets.json'
const CHAINS = 'chain'
/** In this order: the journal only grows, and never ends before what the checkpoint says of it. */
const SOLANA = ['checkpoint', 'journal.jsonl'].map((name) => `${CHAINS}/sol/${name}`)

const lineSchema = z.object({
  path: z.string().regex(/^(secrets\.json|chain\/([\w-]+\.json|sol\/(checkpoint|journal\.jsonl)))$/),
  base64: z.string(),
})

/** After the database: a chain may be ahead of it, which its indexer catches up with. */
export function writeDataFolder(access: BackupAccess, dataDir: string, { id }: { id: string }): Promise<Part> {
  const chains = existsSync(join(dataDir, CHAINS)) ? readdirSync(join(dataDir, CHAINS)) : []
  const evm = chains.filter((name) => name.endsWith('.json')).map((name) => `${CHAINS}/${name}`)
  const paths = [SECRETS, ...evm, ...SOLANA.filter((path) => existsSync(join(dataDir, path)))]
  const lines = function* () {
    for (const path of paths) {
      const base64 = readFileSync(join(dataDir, path)).toString('base64')
      yield Buffer.from(`${JSON.stringify({ path, base64 })}\n`)
    }
  }
  return writePart(access, `${id}/data-folder`, compress(Readable.from(lines(), { objectMode: false })))
}

/**
 * Puts them into a new DATA_DIR. A chain that is there has outlived the database and stays, as an outside chain would.
 * @throws StartupError where DATA_DIR has other keys
 */
export async function restoreDataFolder(
  access: BackupAccess,
  part: Part,
  { dataDir, write }: { dataDir: string; write: (path: string, content: Buffer) => void },
): Promise<void> {
  for await (const line of createInterface({ input: decompress(readPart(access, part)) })) {
    const { path, base64 } = lineSchema.parse(JSON.parse(line))
    const [file, content] = [join(dataDir, path), Buffer.from(base64, 'base64')]
    if (existsSync(file)) {
      if (path !== SECRETS || sameJson(readFileSync(file), content)) continue
      throw new StartupError(
        `DATA_DIR=${dataDir} is not new: ${SECRETS} in it has other keys than the backup. Move the folder away, or name another DATA_DIR.`,
      )
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    write(file, content)
  }
}

const sameJson = (...texts: [Buffer, Buffer]): boolean => {
  const [a, b] = texts.map((text) => JSON.stringify(JSON.parse(text.toString())))
  return a === b
}
