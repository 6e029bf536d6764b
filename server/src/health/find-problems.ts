import { ALL_CHAINS, CHAINS } from '@verso/protocol/chains'
import { chainsOf, connectionOf } from '../gateways/chain/chain-access.ts'
import { listUnknownTokens } from '../custody/transfers/report-unknown-token.ts'
import { indexerLoop } from '../custody/intents/bells.ts'
import { askForAddress } from '../custody/keys/ask-custody.ts'
import { listStalledIntents } from '../custody/intents/list-intents.ts'
import type { Context } from '../context.ts'
import { listStuckDeliveries } from '../events/find-stuck-deliveries.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { BEAT_MS, DEAD_AFTER_MS } from '../jobs/heartbeat.ts'
import { withinTime } from '../errors/within-time.ts'
import { findUnpinned } from '../media/pinning/find-unpinned.ts'
import type { Problem } from './problem.ts'
import { isWorker, newestLoops, type ProcessRow } from './loops.ts'
import { findFailedJobs, findWrongBooks } from './find-failures.ts'
import { findRestore } from './find-restore.ts'
import { findUntakenMessages } from './find-untaken.ts'
import { isCatchingUp } from '../settings/restored.ts'

const START_GRACE_MS = 60_000
const BEATING_MS = BEAT_MS + 10_000
const SIGNER_ANSWER_MAX_MS = 3_000
/** More than three blocks of the slower chain. */
const HEAD_MAX_AGE_MS = 45_000
const NO_WALLET = '00000000-0000-4000-8000-000000000000'

/**
 * The parts that stand still at this moment: processes, their loops, the signer, the chains, intents that cannot be sent, messages that no
 * provider takes, files that are not pinned, and tokens without an NFT.
 */
export async function findProblems(ctx: Context): Promise<Problem[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db.selectFrom('heartbeats').selectAll().orderBy('started_at').execute()
  const alive = rows.filter((row) => now.getTime() - row.beat_at.getTime() <= DEAD_AFTER_MS)
  const workers = alive.filter(isWorker)
  const beating = workers.filter((row) => isBeating(now, row))
  const found = await Promise.all([
    findSilentSigner(ctx),
    beating.length > 0 ? findOldHeads(ctx) : [],
    findStalledIntents(ctx),
    findStuckEvents(ctx),
    findUnpinnedContent(ctx),
    findUnknownTokens(ctx),
    findWrongBooks(ctx),
    findRestore(ctx),
    findFailedJobs(ctx),
    findUntakenMessages(ctx),
  ])
  return [
    ...rows.filter((row) => !alive.includes(row)).map(deadProcess),
    ...(workers.length > 0 ? findSilentLoops(now, beating) : noWorker(now, rows)),
    ...found.flat(),
  ]
}

/** One that has just missed a beat may be dying: its loops and the blocks that it reads say nothing by themselves. */
const isBeating = (now: Date, { beat_at }: ProcessRow): boolean => now.getTime() - beat_at.getTime() <= BEATING_MS

/** Whether a worker is alive: without one nothing is known about its loops and chains. */
export async function hasBeatingWorker(ctx: Context): Promise<boolean> {
  const rows = await ctx.db.selectFrom('heartbeats').selectAll().execute()
  return rows.some((row) => isWorker(row) && isBeating(ctx.clock.now(), row))
}

const deadProcess = ({ process_id, role, host, pid, beat_at }: ProcessRow): Problem => ({
  key: `process ${process_id}`,
  part: 'workers',
  chain: null,
  summary: `A process is dead (${role})`,
  detail: `Process ${pid} on ${host} was heard of last ${timeOf(beat_at)}`,
})

/** The asking process may have started just now, before the worker. */
function noWorker(now: Date, rows: ProcessRow[]): Problem[] {
  const [oldest] = rows
  if (!oldest || now.getTime() - oldest.started_at.getTime() < START_GRACE_MS) return []
  const detail = 'Nothing is minted, settled, refunded or mailed until one runs (ROLE=worker or all)'
  // One that has crashed has been waited for already; a clean stop leaves no row.
  const mayPass = !rows.some(isWorker)
  return [{ key: 'no worker', part: 'workers', chain: null, summary: 'No worker runs', detail, mayPass }]
}

function findSilentLoops(now: Date, workers: ProcessRow[]): Problem[] {
  const silent = [...newestLoops(workers)].filter(
    ([, { everyMs, at }]) => now.getTime() - at.getTime() > silentAfterMs(everyMs),
  )
  return silent.map(([name, { at }]) => {
    const chain = ALL_CHAINS.find((live) => name === indexerLoop(live)) ?? null
    const detail = `It has not succeeded since ${timeOf(at)}`
    return { key: `loop ${name}`, part: chain ? 'chain' : 'workers', chain, summary: `${name} stands still`, detail }
  })
}

/** A beat may be 15 seconds old. A frequent loop is missed soon, any other when its next round is overdue. */
const silentAfterMs = (everyMs: number): number => (everyMs <= 5_000 ? 40_000 : everyMs * 2 + 30_000)

/** Asks for a wallet that does not exist: that needs the signer's secret and database, and no key. */
export const probeSigner = (ctx: Context): Promise<unknown> => askForAddress(ctx, NO_WALLET)

async function findSilentSigner(ctx: Context): Promise<Problem[]> {
  if (!ctx.config.signer) return []
  try {
    await withinTime(probeSigner(ctx), SIGNER_ANSWER_MAX_MS)
    return []
  } catch (error) {
    const detail = `No sale and no withdrawal can be signed: ${messageOf(error)}`
    return [
      { key: 'signer', part: 'signer', chain: null, summary: 'The signer does not answer', detail, mayPass: true },
    ]
  }
}

/** An embedded chain makes blocks only with transactions. */
async function findOldHeads(ctx: Context): Promise<Problem[]> {
  const now = ctx.clock.now()
  const heads = await ctx.db
    .selectFrom('chains')
    .innerJoin('chain_blocks', (join) =>
      join.onRef('chain_blocks.chain', '=', 'chains.chain').onRef('chain_blocks.number', '=', 'chains.indexed_block'),
    )
    .select(['chains.chain', 'chain_blocks.mined_at', 'chain_blocks.number'])
    .execute()
  return chainsOf(ctx).flatMap((chain) => {
    const head = heads.find((row) => row.chain === chain)
    const isOld = head && now.getTime() - head.mined_at.getTime() > HEAD_MAX_AGE_MS
    if (!isOld || connectionOf(ctx, chain).isEmbedded) return []
    const summary = `${CHAINS[chain].name} stands still`
    const detail = `The last block, ${head.number}, is of ${timeOf(head.mined_at)}`
    return [{ key: `head ${chain}`, part: 'chain', chain, summary, detail }]
  })
}

async function findStalledIntents(ctx: Context): Promise<Problem[]> {
  const [stalled, isHeld] = [await listStalledIntents(ctx.db, ctx.clock.now()), await isCatchingUp(ctx.db)]
  const waits = isHeld
    ? 'it may wait until what happened after the restored backup has been looked for'
    : 'nothing refuses it, and it is in no block'
  return stalled.map(({ chain, kind, count, first, reason }) => ({
    key: `sender ${chain} ${kind}`,
    part: 'sender',
    chain,
    summary: `${kind} on ${CHAINS[chain].name} waits for a person`,
    detail: `${count} not done since ${timeOf(first)}: ${reason ?? waits}`,
  }))
}

async function findStuckEvents(ctx: Context): Promise<Problem[]> {
  const stuck = await listStuckDeliveries(ctx.db)
  return stuck.map(({ consumer, count, first, reason }) => ({
    key: `events ${consumer}`,
    part: 'workers',
    chain: null,
    summary: `${consumer} fails on what has happened`,
    detail: `${count} events wait, the first since ${timeOf(first)}: ${reason}`,
  }))
}

/** The content of a token is served by us alone meanwhile. */
async function findUnpinnedContent(ctx: Context): Promise<Problem[]> {
  const unpinned = await findUnpinned(ctx.db)
  if (!unpinned) return []
  const detail = `${unpinned.count} not pinned by ${ctx.pinner.name}: ${unpinned.error ?? 'no reason was kept'}`
  return [{ key: 'pins', part: 'ipfs', chain: null, summary: 'Content of tokens cannot be pinned', detail }]
}

/** Until a person has settled them; after a restored backup they are what was minted since. */
async function findUnknownTokens(ctx: Context): Promise<Problem[]> {
  const found = await Promise.all(
    chainsOf(ctx).map(async (chain) => ({ chain, tokens: await listUnknownTokens(ctx.db, chain) })),
  )
  return found.flatMap(({ chain, tokens }) => {
    if (tokens.length === 0) return []
    const summary = `The books do not know tokens on ${CHAINS[chain].name}`
    const detail = `They are in the collection, and in no NFT here: ${tokens.join(', ')}`
    return [{ key: `tokens ${chain}`, part: 'custody', chain, summary, detail }]
  })
}

/** 2026-11-20 14:23:05 UTC */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
