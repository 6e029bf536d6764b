import type { Chain } from '@verso/protocol/chains'
import type { Db } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { ALARMING_ATTEMPTS } from './defer-intent.ts'
import type { Intent } from './intent.ts'

const dueKinds = createStatements<{ chain: Chain; now: Date }, Pick<Intent, 'kind'>>()

/** Of which kinds intents are due: nearly always of none, or of one. */
export async function listDueKinds(db: Db, chain: Chain, now: Date): Promise<Set<Intent['kind']>> {
  const rows = await dueKinds(db, {
    values: { chain, now },
    build: (given) => isDue(db, given).select('kind').distinct().compile(),
  })
  return new Set(rows.map(({ kind }) => kind))
}

const isDue = (db: Db, { chain, now }: { chain: Chain; now: Date }) =>
  db.selectFrom('chain_intents').where('chain', '=', chain).where('status', '=', 'WAITING').where('due_at', '<=', now)

/** Waiting intents of these kinds that are due, oldest first. */
export const listDueIntents = (
  db: Db,
  chain: Chain,
  { kinds, now, limit }: { kinds: readonly Intent['kind'][]; now: Date; limit: number },
): Promise<Intent[]> =>
  isDue(db, { chain, now })
    .selectAll()
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export type StalledIntents = { chain: Chain; kind: Intent['kind']; count: number; first: Date; reason: string }

/** What was deferred or had no effect so often that it needs a person, by chain and kind; also while it is tried once more. */
export async function listStalledIntents(db: Db): Promise<StalledIntents[]> {
  const rows = await db
    .selectFrom('chain_intents')
    .select((eb) => [
      'chain',
      'kind',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('first'),
      eb.fn.max('error').as('reason'),
    ])
    .where('status', 'in', ['WAITING', 'SENT'])
    .where('attempts', '>=', ALARMING_ATTEMPTS)
    .groupBy(['chain', 'kind'])
    .execute()
  return rows.map((row) => ({ ...row, chain: row.chain as Chain, reason: row.reason ?? '' }))
}
