import { CHAINS, type Chain } from '@verso/protocol/chains'
import type { HealthItem } from '@verso/protocol/operations/health'
import { getCustodyProgress } from '../custody/chains/check-custody.ts'
import type { Context } from '../context.ts'
import { listUnknownTokens } from '../custody/transfers/report-unknown-token.ts'
import { readLedgerHealth } from '../ledger/check-ledger-in-steps.ts'

/** The checks run at least every minute. One that was silent for so long has stalled, and its last result is outdated. */
const STALLED_AFTER_MS = 3 * 60_000

type Report = Pick<HealthItem, 'status' | 'detail'>

/** Whether the ledger adds up, as of its last check. */
export async function reportLedger(ctx: Context): Promise<HealthItem> {
  const { problems, checkedAt, roundEndedAt } = await readLedgerHealth(ctx)
  const found = problems.map(({ check, ids }) => `${check}: ${ids.join(', ')}`).join('; ')
  const checked = `Newest entries checked ${minuteOf(checkedAt)}`
  const round = roundEndedAt ? `last full round ended ${minuteOf(roundEndedAt)}` : 'first full round not finished'
  return { name: 'ledger', chain: null, ...report() }

  function report(): Report {
    const stalled = stalledSince(ctx, checkedAt)
    if (stalled || found) return { status: 'failed', detail: sentences(stalled, found, `${checked}, ${round}`) }
    if (!roundEndedAt) return { status: 'unknown', detail: sentences(`${checked}, ${round}`) }
    return { status: 'ok', detail: sentences('All accounts add up', `${checked}, ${round}`) }
  }
}

/** Whether the owners in the database are those on the chain. */
export async function reportCustody(ctx: Context, chain: Chain): Promise<HealthItem> {
  const { lastRound, mismatches, checked, checkedAt } = await getCustodyProgress(ctx, chain)
  const wrong = [...new Set([...mismatches, ...(lastRound?.mismatches ?? [])])]
  const unknown = await listUnknownTokens(ctx.db, chain)
  const found = sentences(
    wrong.length > 0 ? `Owners differ from the chain: ${wrong.join(', ')}` : '',
    unknown.length > 0 ? `Tokens of the collection that the books do not know: ${unknown.join(', ')}` : '',
  )
  const round = lastRound
    ? `${lastRound.checked} works compared, last full round ended ${minuteOf(new Date(lastRound.finishedAt))}`
    : `First full round not finished, ${checked} works compared`
  return { name: 'custody', chain: CHAINS[chain].name, ...report() }

  function report(): Report {
    if (!checkedAt) return { status: 'unknown', detail: null }
    const stalled = stalledSince(ctx, checkedAt)
    if (stalled || found) return { status: 'failed', detail: sentences(stalled, found, round) }
    return { status: lastRound ? 'ok' : 'unknown', detail: sentences(round) }
  }
}

const stalledSince = (ctx: Context, checkedAt: Date): string =>
  ctx.clock.now().getTime() - checkedAt.getTime() > STALLED_AFTER_MS
    ? `The check has stalled: it ran last ${minuteOf(checkedAt)}`
    : ''

const sentences = (...parts: string[]): string => parts.filter(Boolean).join('. ')

/** 2026-11-20 14:23 UTC */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
