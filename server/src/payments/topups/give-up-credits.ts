import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'

/**
 * A member who leaves gives up the credits that are not held: they become the platform's. Without any it does nothing.
 */
export async function giveUpCredits(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await lockMember(tx, userId)
  const { creditCents } = await getBalances(tx, userId)
  if (creditCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'CREDIT_GIVEN_UP',
    cause: { type: 'user', id: ctx.random.id() },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -creditCents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: creditCents },
    ],
  })
}
