import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'

/** Two admins who demote each other at the same moment are serialised here, in the order of their ids. */
export const lockAdmins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * An invited admin without a password cannot sign in, so they do not count.
 * @throws AppError conflict when there is no other admin; call `lockAdmins` before
 */
export async function assertNotLastAdmin(tx: Tx, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'ACTIVE')
    .where('email_verified_at', 'is not', null)
    .where('password_hash', 'is not', null)
    .where('id', '<>', userId)
    .executeTakeFirst()
  if (!other) throw conflict('The last admin cannot be removed')
}
