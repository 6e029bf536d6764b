import type { LiveChain } from '@verso/protocol/chains'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { defineTask, type Sweep, type Task } from '../../jobs/task.ts'
import { onEachChain } from '../on-each-chain.ts'
import { followTransactions } from './follow-transactions.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { sendWaiting } from './send-waiting.ts'

type Wake = Record<string, never>

const wakeTask = (chain: LiveChain): Task<Wake> =>
  defineTask({
    name: `chain/${chain}`,
    payload: z.object({}) as z.ZodType<Wake>,
    concurrency: 1,
    run: (ctx) => oneAtATime(ctx.chains[chain], () => sendWaiting(ctx, chain)),
  })

/** Wakes a chain's sender; what it sends are the rows. */
export const sendIntentsTasks: Record<LiveChain, Task<Wake>> = { POLYGON: wakeTask('POLYGON'), ETH: wakeTask('ETH') }

/** Looks after what was sent, and sends what was put off or whose wake-up was lost. */
export const sendIntentsSweep: Sweep = {
  name: 'send-intents',
  everyMs: 500,
  run: (ctx) => onEachChain((chain) => runSender(ctx, chain)),
}

/** One round of the sender of a chain: receipts, repeats and replacements, then what waits. */
export const runSender = (ctx: Context, chain: LiveChain): Promise<void> =>
  oneAtATime(ctx.chains[chain], async () => {
    await followTransactions(ctx, chain)
    await sendWaiting(ctx, chain)
  })
