import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { LoopWatch } from '../../jobs/heartbeat.ts'
import { type Loop, startLoop } from '../../jobs/start-loop.ts'
import type { CustodyContext } from '../outcomes.ts'
import { indexerLoop } from '../intents/bells.ts'
import { isOnItsWay } from '../sending/is-on-its-way.ts'
import { connectionOf } from '../../gateways/chain/chain-access.ts'
import { InconsistentAnswer } from '../inconsistent-answer.ts'
import { adapterOf } from './adapter-of.ts'

const POLL_MS = { embedded: 200, outside: 2_000 }
/** While nothing of ours is on its way: what others do with tokens outside is seen so much later. */
const IDLE_POLL_MS = { embedded: 2_000, outside: 15_000 }
const ALARMING_FAILURES = 10

const placeOf = (ctx: Context, chain: Chain) => (connectionOf(ctx, chain).isEmbedded ? 'embedded' : 'outside')

/** Has the indexer of a chain missed when it stands still: in every worker, whichever of them leads. */
export const expectIndexer = (ctx: Context, chain: Chain, heartbeat: LoopWatch): void =>
  heartbeat.expects(indexerLoop(chain), POLL_MS[placeOf(ctx, chain)])

/** Follows a chain until it is stopped: without a pause while there is something to catch up with, seldom while nothing is awaited. */
export function startIndexer(ctx: CustodyContext, chain: Chain, heartbeat: LoopWatch): Loop {
  const place = placeOf(ctx, chain)
  let failures = 0
  return startLoop(async () => {
    try {
      const read = await adapterOf(ctx, chain).index(ctx)
      failures = 0
      heartbeat.succeeded(indexerLoop(chain))
      if (read === 'a part') return 0
      return (await isOnItsWay(ctx.db, [chain])) ? POLL_MS[place] : IDLE_POLL_MS[place]
    } catch (error) {
      report(ctx, chain, error as Error, ++failures)
      return POLL_MS[place]
    }
  })
}

function report(ctx: Context, chain: Chain, error: Error, failures: number): void {
  if (error instanceof InconsistentAnswer && failures < ALARMING_FAILURES) return
  const level = failures === ALARMING_FAILURES ? 'error' : 'warn'
  ctx.log[level]({ chain, failures, error: error.message }, 'a chain could not be read and is tried again')
}
