// A Solana of one's own: litesvm behind the JSON-RPC of a node, with its state in a folder.
//   node node/serve.ts --folder .data/chain/sol [--port 8899] [--slot-ms 400]
// It says "Listening on 127.0.0.1:8899" once it answers, and ends when it is told to (SIGINT, SIGTERM).
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

const CHECKPOINT_INTERVAL_MS = 5_000
/** As EX_UNAVAILABLE: the machine has no native part for this platform. */
const UNAVAILABLE = 69

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    port: { type: 'string', default: '0' },
    'slot-ms': { type: 'string', default: '400' },
  },
})
if (!values.folder) throw new Error('--folder is missing')

await import('litesvm').catch(() => {
  process.stderr.write(
    `Solana is not available here: litesvm has no native part for ${process.platform} ${process.arch}.\n`,
  )
  process.exit(UNAVAILABLE)
})
const { openChain } = await import('./chain.ts')
const { createRpcServer } = await import('./rpc/http-server.ts')

const crash = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
const chain = await openChain({ folder: values.folder, slotMs: Number(values['slot-ms']) }).catch(crash)
const server = createRpcServer(chain, { onCrash: crash })
server.once('error', crash)
server.listen(Number(values.port), '127.0.0.1', () => {
  process.stdout.write(`Listening on 127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
const saving = setInterval(() => {
  try {
    chain.slots.advance()
    chain.checkpoint()
  } catch (error) {
    crash(error)
  }
}, CHECKPOINT_INTERVAL_MS)

const stop = (): void => {
  clearInterval(saving)
  server.close()
  server.closeAllConnections()
  chain.close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
