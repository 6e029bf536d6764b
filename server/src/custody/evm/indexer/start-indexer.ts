import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveChain } from '@verso/protocol/chains'
import type { Context } from '../../../context.ts'
import type { LoopWatch } from '../../../jobs/heartbeat.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { indexOnce } from './index-once.ts'
import { InconsistentAnswer } from './read-range.ts'

/** Its name among the loops of a worker's heartbeat. */
export const indexerLoop = (chain: LiveChain): string => `indexer ${chain}`

const EMBEDDED_POLL_MS = 200
const POLL_MS = 2_000
const ALARMING_FAILURES = 10

/** Follows a chain until it is stopped: without a pause while there is something to catch up with. */
export function startIndexer(ctx: CustodyContext, chain: LiveChain, heartbeat: LoopWatch): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pollMs = ctx.chains[chain].isEmbedded ? EMBEDDED_POLL_MS : POLL_MS
  heartbeat.expects(indexerLoop(chain), pollMs)
  const loop = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const hasMore = await indexOnce(ctx, chain).then(
        (isMoved) => {
          failures = 0
          heartbeat.succeeded(indexerLoop(chain))
          return isMoved
        },
        (error: Error) => {
          report(ctx, chain, error, ++failures)
          return false
        },
      )
      if (!hasMore) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

function report(ctx: Context, chain: LiveChain, error: Error, failures: number): void {
  if (error instanceof InconsistentAnswer && failures < ALARMING_FAILURES) return
  const level = failures === ALARMING_FAILURES ? 'error' : 'warn'
  ctx.log[level]({ chain, failures, error: error.message }, 'a chain could not be read and is tried again')
}
