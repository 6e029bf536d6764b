import type { Tx } from '../../db/client.ts'
import { forbidden, notFound, SUSPENDED_MESSAGE } from '../../http/app-error.ts'

/** Locks the member's row for the rest of the transaction: parallel requests of a member run one after the other. */
export async function lockMember(tx: Tx, userId: string): Promise<{ isSuspended: boolean }> {
  const user = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', userId)
    .where('status', '<>', 'DELETED')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw notFound('User not found')
  return { isSuspended: user.status === 'SUSPENDED' }
}

/** The same of who may have deleted the account: what a bank takes back of their payments is booked all the same. */
export async function lockAnyMember(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Locks the member's row and refuses a suspended one. The route refuses them already (`access: 'trader'`); this is for
 * a suspension that came after that check.
 */
export async function lockTrader(tx: Tx, userId: string): Promise<void> {
  if ((await lockMember(tx, userId)).isSuspended) throw forbidden(SUSPENDED_MESSAGE)
}
