import { BlackHoleBlockstore } from 'blockstore-core/black-hole'
import { importer } from 'ipfs-unixfs-importer'

/** The CID of a file's bytes by profile `unixfs-v1-2025` (docs/rules.md R96); blocks are hashed and dropped. */
export async function computeFileCid(content: AsyncIterable<Uint8Array>): Promise<string> {
  // One chunk at a time keeps the memory of a 100 MB file small.
  const options = { profile: 'unixfs-v1-2025', blockWriteConcurrency: 1 } as const
  for await (const entry of importer([{ content }], new BlackHoleBlockstore(), options)) return entry.cid.toString()
  throw new Error('the file has no CID')
}
