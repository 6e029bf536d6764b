import type { Tx } from '../../db/client.ts'
import { forbidden } from '../../http/app-error.ts'

/** Locks the member's row for the rest of the transaction and refuses a suspended one. */
export async function assertMayPay(tx: Tx, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user?.status !== 'ACTIVE') throw forbidden('Your account is suspended')
}
