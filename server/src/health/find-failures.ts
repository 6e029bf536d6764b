import { CHAINS } from '@verso/protocol/chains'
import { chainsOf } from '../gateways/chain/chain-access.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { getCustodyProgress } from '../custody/chains/check-custody.ts'
import { readLedgerHealth } from '../ledger/check-ledger-in-steps.ts'
import type { Problem } from './problem.ts'

/** The findings of the checks that run all the time: accounts that do not add up, and owners that the chain does not have. */
export async function findWrongBooks(ctx: Context): Promise<Problem[]> {
  const { problems } = await readLedgerHealth(ctx)
  const found: Problem[] = problems.map(({ check, ids }) => ({
    key: `ledger ${check}`,
    part: 'ledger',
    chain: null,
    summary: 'The accounts do not add up',
    detail: `${check}: ${ids.join(', ')}`,
  }))
  for (const chain of chainsOf(ctx)) {
    const { lastRound, mismatches } = await getCustodyProgress(ctx, chain)
    const wrong = [...new Set([...mismatches, ...(lastRound?.mismatches ?? [])])]
    if (wrong.length === 0) continue
    const summary = `Owners differ from ${CHAINS[chain].name}`
    found.push({ key: `owners ${chain}`, part: 'custody', chain, summary, detail: wrong.join(', ') })
  }
  return found
}

type FailedRow = { name: string; count: number; reason: string }

/** Jobs after their last try, by what they do. */
export async function findFailedJobs(ctx: Context): Promise<Problem[]> {
  const { rows } = await sql<FailedRow>`
    select name, count(*)::int as count, coalesce(max(output ->> 'message'), 'no reason was kept') as reason
    from pgboss.job where state = 'failed' group by name`.execute(ctx.db)
  return rows.map(({ name, count, reason }) => {
    const summary = `${count === 1 ? 'A job has' : 'Jobs have'} failed for good: ${name}`
    return { key: `job ${name}`, part: 'jobs', chain: null, summary, detail: `${count} in all: ${reason}` }
  })
}
