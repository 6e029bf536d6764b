import { inTransaction } from '../src/db/client.ts'
import { postTransfer } from '../src/ledger/post-transfer.ts'
import type { TestApp } from './test-app.ts'

/** Holds 3.00 USD of a member's credits or earnings. */
export async function holdMoney(t: TestApp, userId: string, from: 'CREDIT' | 'EARNINGS'): Promise<void> {
  const to = from === 'CREDIT' ? ('CREDIT_HELD' as const) : ('EARNINGS_HELD' as const)
  await inTransaction(t.ctx.db, (tx) =>
    postTransfer(t.ctx, tx, {
      kind: 'CREDIT_HELD',
      cause: { type: 'test', id: t.ctx.random.id() },
      entries: [
        { account: { kind: from, userId }, amountCents: -300 },
        { account: { kind: to, userId }, amountCents: 300 },
      ],
    }),
  )
}
