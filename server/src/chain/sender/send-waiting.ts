import type { LiveChain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { MAX_BATCH } from '../max-batch.ts'
import { broadcast } from './broadcast.ts'
import { confirmIntent } from './confirm-intent.ts'
import { failIntent } from './fail-intent.ts'
import { prepareCall } from './prepare-call.ts'
import type { Intent, Prepared } from './prepared.ts'
import { putOffIntent } from './put-off-intent.ts'
import { countInFlight, listDueIntents } from './queries.ts'
import { signTransaction } from './sign-transaction.ts'
import { inTransaction } from '../../db/client.ts'

/** While so many are not in a block, new intents wait and so form larger batches. */
const MAX_IN_FLIGHT = 4
const BATCHED: readonly Intent['kind'][] = ['MINT', 'SETTLE']
const LANES = [
  { signer: 'minter', kinds: ['MINT', 'SET_CREATOR_PAYOUT'] },
  { signer: 'settler', kinds: ['SETTLE', 'WITHDRAW', 'CANCEL_LISTINGS'] },
] as const satisfies { signer: 'minter' | 'settler'; kinds: readonly Intent['kind'][] }[]
type Lane = (typeof LANES)[number]

/**
 * Sends what waits. A lone intent goes at once as itself; those that came while the one before was being sent go together.
 */
export async function sendWaiting(ctx: Context, chain: LiveChain): Promise<void> {
  for (const lane of LANES) while (await sendNext(ctx, chain, lane));
}

/** @returns whether there may be more to send */
async function sendNext(ctx: Context, chain: LiveChain, lane: Lane): Promise<boolean> {
  const connection = ctx.chains[chain]
  const signer = connection[lane.signer]
  const due = { kinds: lane.kinds, now: ctx.clock.now(), limit: MAX_BATCH }
  const [intents, inFlight] = await Promise.all([
    listDueIntents(ctx.db, chain, due),
    countInFlight(ctx.db, chain, signer.address),
  ])
  if (intents.length === 0 || inFlight >= MAX_IN_FLIGHT) return false
  const prepared = await prepareCall(ctx, connection, takeGroup(intents))
  await setAside(ctx, prepared)
  const { call, putOff, impossible, done = [] } = prepared
  if (!call) return putOff.length + impossible.length + done.length > 0
  ctx.failpoints.reach('sender.before-sign')
  const transaction = await signTransaction(ctx, connection, { signer, ...call })
  ctx.failpoints.reach('sender.after-sign')
  if (transaction) await broadcast(ctx, connection, transaction)
  ctx.failpoints.reach('sender.after-broadcast')
  return true
}

/** The oldest intent, with those of its kind that can go in one call with it. */
function takeGroup(intents: Intent[]): Intent[] {
  const kind = intents[0]?.kind as Intent['kind']
  return BATCHED.includes(kind) ? intents.filter((intent) => intent.kind === kind) : intents.slice(0, 1)
}

async function setAside(ctx: Context, { putOff, impossible, done = [] }: Prepared): Promise<void> {
  for (const intent of done) await confirmIntent(ctx, intent)
  for (const { intent, reason } of putOff) await putOffIntent(ctx, intent, reason)
  for (const { intent, reason } of impossible) await inTransaction(ctx.db, (tx) => failIntent(ctx, tx, intent, reason))
}
