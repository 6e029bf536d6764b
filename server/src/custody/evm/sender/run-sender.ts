import type { LiveChain } from '@verso/protocol/chains'
import type { Sweep } from '../../../context.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { onEachChain } from '../on-each-chain.ts'
import { followTransactions } from '../following/follow-transactions.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { sendWaiting } from './send-waiting.ts'

/** Sends what waits on a chain, at once: what the wake-up asks for. */
export const sendIntents = (ctx: CustodyContext, chain: LiveChain): Promise<void> =>
  oneAtATime(ctx.chains[chain], () => sendWaiting(ctx, chain))

/** Looks after what was sent, and sends what was deferred or whose wake-up was lost. */
export const sendIntentsSweep: Sweep<CustodyContext> = {
  name: 'send-intents',
  everyMs: 500,
  run: (ctx) => onEachChain((chain) => runSender(ctx, chain)),
}

/** One round of the sender of a chain: receipts, repeats and replacements, then what waits. */
export const runSender = (ctx: CustodyContext, chain: LiveChain): Promise<void> =>
  oneAtATime(ctx.chains[chain], async () => {
    await followTransactions(ctx, chain)
    await sendWaiting(ctx, chain)
  })
