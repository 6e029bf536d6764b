import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import { type Db, inTransaction, isDatabaseAway, type Tx } from '../../db/client.ts'
import { Crash } from '../../failpoints.ts'
import type { ProviderChange } from '../../gateways/payments/provider.ts'
import { eachRow } from '../../jobs/each-row.ts'
import { isCatchingUp } from '../../settings/restored.ts'
import type { PaymentRow } from '../records/payment-row.ts'
import { recoverPayment } from './recover-payment.ts'

const DAY_MS = 24 * 3_600_000
/** Before there is a cursor. */
const FIRST_LOOK_BACK_MS = 7 * DAY_MS
/** The provider's clock is not ours, and its list may lag behind its events. */
const OVERLAP_MS = 15 * 60_000

/**
 * Finds what changed at the provider but not here: payments that are no longer polled, paid late, charged back or refunded,
 * while no event reached us. They are due again, and the cursor moves on in the same transaction.
 */
export const compareWithProviderSweep: Sweep = {
  name: 'compare-with-provider',
  everyMs: 5 * 60_000,
  run: async (ctx) => {
    // First the chains are read: what was delivered since the backup would be refunded (finish-restore.ts).
    if (!(await isCatchingUp(ctx.db))) await compareWithProvider(ctx)
  },
}

export async function compareWithProvider(ctx: Context): Promise<void> {
  const until = ctx.clock.now()
  const changes = await ctx.payments.listChanges(after(await readCursor(ctx, until), -OVERLAP_MS))
  const failure = await recoverEach(ctx, await findLost(ctx, changes))
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('payments')
      .set({ due_at: until })
      .where('id', '=', sql<string>`any(${await findUnknown(ctx, tx, changes)}::uuid[])`)
      .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '>', until)]))
      .execute()
    // One that cannot be read yet is listed again.
    if (!failure) await moveCursor(ctx, tx, until)
  })
  if (failure) throw failure
}

/** @returns what kept some of them from being restored, once all were tried */
const recoverEach = (ctx: Context, lost: ProviderChange[]): Promise<Error | undefined> =>
  eachRow(
    lost.map((change) => ({ id: change.providerRef, change })),
    ({ change }) => recoverPayment(ctx, change),
  ).then(
    () => undefined,
    (error: Error) => {
      if (error instanceof Crash || isDatabaseAway(error)) throw error
      return error
    },
  )

/** Ids of the payments that are elsewhere here; a change names a payment by our id, else by the provider's own. */
async function findUnknown(ctx: Context, tx: Tx, changes: ProviderChange[]): Promise<string[]> {
  const byName = await readByName(ctx, tx, changes)
  return changes.flatMap((change) => {
    const payment = byName.get(change.paymentId ?? change.providerRef)
    return payment && !isKnown(payment, change) ? [payment.id] : []
  })
}

/** Payments that the ledger does not know, by the provider's reference: one may be reported several times. */
async function findLost(ctx: Context, changes: ProviderChange[]): Promise<ProviderChange[]> {
  const paid = changes.filter(({ state }) => state === 'succeeded' || state === 'disputed')
  const byName = await readByName(ctx, ctx.db, paid)
  const lost = paid.filter((change) => !byName.has(change.paymentId ?? change.providerRef))
  return [...new Map(lost.map((change) => [change.providerRef, change])).values()]
}

async function readByName(
  ctx: Context,
  db: Db | Tx,
  changes: ProviderChange[],
): Promise<Map<string | null, PaymentRow>> {
  const ids = changes.flatMap((change) => change.paymentId ?? [])
  const refs = changes.map((change) => change.providerRef)
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', ctx.payments.name)
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('provider_ref', '=', sql<string>`any(${refs}::text[])`),
      ]),
    )
    .execute()
  return new Map(payments.flatMap((one) => [[one.id, one] as const, [one.provider_ref, one] as const]))
}

function isKnown(payment: PaymentRow, { state, providerRef }: ProviderChange): boolean {
  switch (state) {
    case 'succeeded': {
      // A second success of the same payment: paid twice.
      const isTaken = payment.status === 'NEEDS_REVIEW' || payment.captured_at !== null
      return isTaken && (payment.provider_ref ?? providerRef) === providerRef
    }
    // It may be another one beside the first.
    case 'disputed':
      return false
    case 'refunded':
    case 'partly_refunded':
      return payment.status === 'DISPUTED' || payment.status === 'REFUNDED'
    case 'refund_failed':
      return payment.status !== 'REFUNDED'
    default:
      return true
  }
}

async function readCursor(ctx: Context, now: Date): Promise<Date> {
  const row = await ctx.db
    .selectFrom('provider_cursors')
    .select('compared_until')
    .where('provider', '=', ctx.payments.name)
    .executeTakeFirst()
  return row?.compared_until ?? after(now, -FIRST_LOOK_BACK_MS)
}

/** The cursor never moves back: another process may have been faster. */
const moveCursor = (ctx: Context, tx: Tx, until: Date) =>
  tx
    .insertInto('provider_cursors')
    .values({ provider: ctx.payments.name, compared_until: until })
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({
        compared_until: sql`greatest(provider_cursors.compared_until, excluded.compared_until)`,
      }),
    )
    .execute()
