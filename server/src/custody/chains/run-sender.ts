import type { Chain } from '@verso/protocol/chains'
import type { Sweep } from '../../context.ts'
import { chainsOf, connectionOf } from '../../gateways/chain/chain-access.ts'
import { SENDER_SWEEP } from '../intents/bells.ts'
import type { CustodyContext } from '../outcomes.ts'
import { adapterOf } from './adapter-of.ts'
import { onEachChain } from './on-each-chain.ts'
import { isOnItsWay } from '../sending/is-on-its-way.ts'
import { oneAtATime } from '../sending/one-at-a-time.ts'
import { sendWaiting } from '../sending/send-waiting.ts'

/** Sends what waits on a chain, at once: what the wake-up asks for. */
export const sendIntents = (ctx: CustodyContext, chain: Chain): Promise<void> =>
  oneAtATime(connectionOf(ctx, chain), () => sendWaiting(ctx, adapterOf(ctx, chain)))

/** Looks after what was sent, and sends what was deferred or whose wake-up was lost. */
export const sendIntentsSweep: Sweep<CustodyContext> = {
  name: SENDER_SWEEP,
  everyMs: 500,
  run: (ctx) => onEachChain(ctx, (chain) => runSender(ctx, chain)),
  nextDue: async (ctx) => {
    const { db, clock } = ctx
    if (await isOnItsWay(db, chainsOf(ctx))) return clock.now()
    const waiting = db.selectFrom('chain_intents').select((eb) => eb.fn.min('due_at').as('due_at'))
    const { due_at } = await waiting.where('status', '=', 'WAITING').executeTakeFirstOrThrow()
    return due_at ?? undefined
  },
}

/**
 * One round of the sender of a chain: receipts, repeats and replacements, then what waits. To record a receipt waits for an indexer that is
 * writing a block: what is asked for meanwhile is sent, and does not wait for that.
 */
export async function runSender(ctx: CustodyContext, chain: Chain): Promise<void> {
  try {
    await adapterOf(ctx, chain).follow(ctx)
  } finally {
    // The fate of sent transactions may stay unknown for long: waiting intents are sent meanwhile.
    await sendIntents(ctx, chain)
  }
}
