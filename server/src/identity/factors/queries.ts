import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import type { FactorsTable } from '../../db/types.gen.ts'

export type FactorRow = Selectable<FactorsTable>

/** The confirmed authenticator apps and passkeys of a member, the oldest first. */
export const listFactors = (db: Db | Tx, userId: string): Promise<FactorRow[]> =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '<>', 'RECOVERY_CODE')
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .execute()

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('factors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'RECOVERY_CODE')
    .executeTakeFirstOrThrow()
  return count
}
