import type { Chain } from '@verso/protocol/chains'
import { after } from '../../clock.ts'
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

export type StalledIntents = { chain: Chain; kind: Intent['kind']; count: number; first: Date; reason: string | null }

const STALLED_AFTER_MS = 30 * 60_000

/**
 * Intents that need a person, by chain and kind: deferred or without effect again and again, also while tried once more; or for
 * long not taken, or sent and in no block. Without a `reason`, nothing refuses it.
 */
export async function listStalledIntents(db: Db, now: Date): Promise<StalledIntents[]> {
  const longAgo = after(now, -STALLED_AFTER_MS)
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
    .where((eb) =>
      eb.or([
        eb('attempts', '>=', ALARMING_ATTEMPTS),
        eb.and([eb('status', '=', 'WAITING'), eb('due_at', '<=', longAgo)]),
        eb.and([eb('status', '=', 'SENT'), eb('updated_at', '<=', longAgo)]),
      ]),
    )
    .groupBy(['chain', 'kind'])
    .execute()
  return rows.map((row) => ({ ...row, chain: row.chain as Chain }))
}
