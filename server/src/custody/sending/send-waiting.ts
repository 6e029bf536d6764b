import type { ChainAdapter, SignerName } from '../chain-adapter.ts'
import type { CustodyContext } from '../outcomes.ts'
import { MAX_BATCH } from '../intents/max-batch.ts'
import { broadcast } from './broadcast.ts'
import { confirmIntent } from '../intents/confirm-intent.ts'
import { failIntent } from '../intents/fail-intent.ts'
import { pauseAfterFailures } from './pause-lane.ts'
import type { Intent } from '../intents/intent.ts'
import type { Prepared } from './prepared.ts'
import { deferIntents } from '../intents/defer-intent.ts'
import { listDueIntents, listDueKinds } from '../intents/list-intents.ts'
import { countInFlight } from './count-in-flight.ts'
import { inTransaction, isDatabaseAway } from '../../db/client.ts'
import { connectionOf } from '../../gateways/chain/chain-access.ts'
import { Crash } from '../../failpoints.ts'

const BATCHED: readonly Intent['kind'][] = ['MINT', 'SETTLE']
/** A lane with unmined, failing or waiting intents does not block the others. A withdrawal needs no role. */
const LANES = [
  { name: 'mints', signer: 'minter', kinds: ['MINT', 'SET_CREATOR_PAYOUT'] },
  { name: 'withdrawals', signer: 'settler', kinds: ['WITHDRAW'] },
  { name: 'sales', signer: 'settler', kinds: ['SETTLE', 'CANCEL_LISTINGS'] },
] as const satisfies { name: string; signer: SignerName; kinds: readonly Intent['kind'][] }[]
type Lane = { name: string; signer: SignerName; kinds: readonly Intent['kind'][] }
/** Kinds that move a token: they may have been called off, and refunded, in the time that a restored backup does not know. */
const HELD_AFTER_RESTORE: readonly Intent['kind'][] = ['SETTLE', 'WITHDRAW']

/**
 * Sends waiting intents. A single intent is sent at once; those that arrive while it is being sent form a batch. Sales and withdrawals
 * wait while a restore is caught up with, which waits for the indexers and the provider only. A mint goes: done before, it is not
 * done again, because its token has its id from the beginning.
 */
export async function sendWaiting(ctx: CustodyContext, adapter: ChainAdapter): Promise<void> {
  const failures: unknown[] = []
  for (const lane of await listDueLanes(ctx, adapter)) {
    const work = async () => {
      while (await sendNext(ctx, adapter, lane));
    }
    await pauseAfterFailures(ctx, connectionOf(ctx, adapter.chain), { lane: lane.name, work }).catch(
      (error: unknown) => {
        if (error instanceof Crash || isDatabaseAway(error)) throw error
        failures.push(error)
      },
    )
  }
  if (failures.length > 0) throw failures[0]
}

/** The lanes in which something may be sent now, each with the kinds that may. */
async function listDueLanes(ctx: CustodyContext, { chain }: ChainAdapter): Promise<Lane[]> {
  const due = await listDueKinds(ctx.db, chain, ctx.clock.now())
  const isHeld = HELD_AFTER_RESTORE.some((kind) => due.has(kind)) && (await ctx.outcomes.isCatchingUp(ctx.db))
  const held = isHeld ? HELD_AFTER_RESTORE : []
  return LANES.map((lane) => ({ ...lane, kinds: lane.kinds.filter((kind) => !held.includes(kind)) })).filter(
    ({ kinds }) => kinds.some((kind) => due.has(kind)),
  )
}

/** @returns whether there may be more to send */
async function sendNext(ctx: CustodyContext, adapter: ChainAdapter, lane: Lane): Promise<boolean> {
  const { chain } = adapter
  const signer = adapter.addressOf(lane.signer)
  const due = { kinds: lane.kinds, now: ctx.clock.now(), limit: MAX_BATCH }
  const intents = await listDueIntents(ctx.db, chain, due)
  if (intents.length === 0) return false
  const inFlight = await countInFlight(ctx.db, chain, { signer, kinds: lane.kinds })
  if (inFlight >= adapter.maxInFlight) return false
  const prepared = await adapter.prepare(ctx, takeGroup(intents), lane.signer)
  await setAside(ctx, prepared)
  const { call, deferred, impossible, done = [] } = prepared
  if (!call) return deferred.length + impossible.length + done.length > 0
  ctx.failpoints.reach('sender.before-sign')
  const transaction = await call.sign()
  ctx.failpoints.reach('sender.after-sign')
  if (transaction) await broadcast(ctx, adapter, transaction)
  ctx.failpoints.reach('sender.after-broadcast')
  return true
}

/** The oldest intent, with those of its kind that can go in one call with it. */
function takeGroup(intents: Intent[]): Intent[] {
  const kind = intents[0]?.kind as Intent['kind']
  return BATCHED.includes(kind) ? intents.filter((intent) => intent.kind === kind) : intents.slice(0, 1)
}

async function setAside(ctx: CustodyContext, { deferred, impossible, done = [] }: Prepared): Promise<void> {
  for (const intent of done) await confirmIntent(ctx, intent)
  await deferIntents(ctx, deferred)
  for (const { intent, reason } of impossible) await inTransaction(ctx.db, (tx) => failIntent(ctx, tx, intent, reason))
}
