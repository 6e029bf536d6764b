import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type AccountRef, assertOwnerFits, mayBeNegative } from './account-ref.ts'

const keyOf = (ref: { kind: string; userId?: string | null }) => `${ref.kind}:${ref.userId ?? ''}`

/** The ids of these accounts by `kind:userId`; those that do not exist yet are opened. */
export async function findOrOpenAccounts(
  ctx: Context,
  tx: Tx,
  refs: readonly AccountRef[],
): Promise<(ref: AccountRef) => string> {
  for (const ref of refs) assertOwnerFits(ref)
  const ids = await readIds(tx, refs)
  const missing = refs.filter((ref) => !ids.has(keyOf(ref)))
  if (missing.length > 0) {
    const rows = missing.map((ref) => ({
      id: ctx.random.id(),
      kind: ref.kind,
      user_id: ref.userId ?? null,
      may_be_negative: mayBeNegative(ref.kind),
      created_at: ctx.clock.now(),
    }))
    // Another transaction may open the same account at this moment: its row is then read.
    await tx
      .insertInto('ledger_accounts')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const [key, id] of await readIds(tx, missing)) ids.set(key, id)
  }
  return (ref) => {
    const id = ids.get(keyOf(ref))
    if (!id) throw new Error(`the ledger has no account ${keyOf(ref)}`)
    return id
  }
}

async function readIds(tx: Tx, refs: readonly AccountRef[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'kind', 'user_id'])
    .where((eb) =>
      eb.or(
        refs.map((ref) =>
          eb.and([eb('kind', '=', ref.kind), ref.userId ? eb('user_id', '=', ref.userId) : eb('user_id', 'is', null)]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [keyOf({ kind: row.kind, userId: row.user_id }), row.id]))
}
