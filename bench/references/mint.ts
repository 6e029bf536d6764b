import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createPublicClient, type Hex, http, type PublicClient } from 'viem'
import { startAnvil } from '../../server/src/embedded/chain/anvil.ts'
import { createLogger } from '../../server/src/logger.ts'
import { timed } from '../measurement.ts'

const POLL_MS = 20

/** All that a chain holds at this moment. */
export async function dumpChain(client: PublicClient): Promise<Buffer> {
  const request = client.request as (call: { method: string }) => Promise<Hex>
  const dump = await request({ method: 'anvil_dumpState' })
  return promisify(gunzip)(Buffer.from(dump.slice(2), 'hex'))
}

type Chain = { chainId: number; state: Buffer }

/**
 * Sends these transactions by viem alone to a copy of the chain, which makes its blocks as the product's does. @returns the milliseconds
 * until the last one is in a block
 */
export async function sendBare({ chainId, state }: Chain, raws: readonly Hex[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'verso-bench-'))
  const statePath = join(folder, 'chain.json')
  await writeFile(statePath, state)
  const anvil = await startAnvil({ chainId, statePath, log: createLogger('error') })
  try {
    const client = createPublicClient({ transport: http(anvil.rpcUrl), pollingInterval: POLL_MS })
    const { elapsedMs } = await timed(async () => {
      const hashes: Hex[] = []
      for (const serializedTransaction of raws) hashes.push(await client.sendRawTransaction({ serializedTransaction }))
      await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })))
    })
    return elapsedMs
  } finally {
    await anvil.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
