import type { Logger } from '../../logger.ts'
import type { Loop } from '../../jobs/start-loop.ts'
import { repeat } from './repeat.ts'

/** How often the pool is looked at while the chain tells of each transaction that comes. */
const LOOK_MS = 5_000

type Mining = {
  rpcUrl: string
  request<T>(method: string): Promise<T>
  mineNow(): Promise<void>
  /** Blocks are so far apart. */
  intervalMs: number
  isRunning(): boolean
  log: Logger
}

/** Puts waiting transactions into blocks. The chain tells when one has come; where that is not heard, it is asked at each interval. */
export function startMiner({ rpcUrl, request, mineNow, intervalMs, isRunning, log }: Mining): Pick<Loop, 'stop'> {
  let lookedMs = 0
  let timer: NodeJS.Timeout | undefined
  const mineWaiting = async (): Promise<number> => {
    lookedMs = performance.now()
    const { pending } = await request<{ pending: string }>('txpool_status')
    if (Number(pending) > 0) await mineNow()
    return Number(pending) === 0 && pool.readyState === WebSocket.OPEN ? LOOK_MS : intervalMs
  }
  const mining = repeat(mineWaiting, { firstMs: intervalMs, isRunning, log })
  const lookSoon = (): void => {
    const waitMs = Math.max(0, intervalMs - (performance.now() - lookedMs))
    timer ??= setTimeout(() => {
      timer = undefined
      mining.wake()
    }, waitMs).unref()
  }
  const pool = new WebSocket(rpcUrl.replace(/^http/, 'ws'))
  pool.addEventListener('open', () => pool.send(SUBSCRIPTION))
  // Its first message says that it is subscribed: what came before is found by that look.
  pool.addEventListener('message', lookSoon)
  pool.addEventListener('close', lookSoon)
  return {
    stop: async () => {
      clearTimeout(timer)
      pool.close()
      await mining.stop()
    },
  }
}

const SUBSCRIPTION = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newPendingTransactions'],
})
