import { adapterOf } from '../custody/chains/adapter-of.ts'
import { chainsOf } from '../gateways/chain/chain-access.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Context, Sweep } from '../context.ts'
import { inTransaction } from '../db/client.ts'
import { eachRow } from '../jobs/each-row.ts'
import { compareWithProvider } from '../payments/settlement/compare-with-provider.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'
import { changeRestored, findRestored, type Restored } from '../settings/restored.ts'

/**
 * After a restore buying stays stopped until the books know what the chains and the provider know. First the chains: a
 * payment whose token is with its buyer already is the sale that it was. Then what changed at the provider since the
 * backup, and each payment that the backup had left open. What it cannot complete it makes a case of.
 */
export const finishRestoreSweep: Sweep = {
  name: 'finish-restore',
  everyMs: 10_000,
  run: async (ctx) => {
    const restored = await findRestored(ctx.db)
    if (!restored || restored.comparedAt) return
    const heads = restored.heads ?? (await rememberHeads(ctx))
    if (!(await haveRead(ctx, heads))) return
    await compareWithProvider(ctx)
    await settleOpenPayments(ctx)
    await open(ctx, restored)
  },
}

/** The blocks there are now; those of later hold nothing that the books have lost. */
async function rememberHeads(ctx: Context): Promise<Record<string, number>> {
  const heads: Record<string, number> = {}
  for (const chain of chainsOf(ctx)) heads[chain] = await adapterOf(ctx, chain).readHead()
  await inTransaction(ctx.db, (tx) => changeRestored(tx, { heads }, ctx.clock.now()))
  return heads
}

async function haveRead(ctx: Context, heads: Record<string, number>): Promise<boolean> {
  const rows = await ctx.db.selectFrom('chains').select(['chain', 'indexed_block']).execute()
  return rows.every(({ chain, indexed_block }) => indexed_block >= (heads[chain] ?? 0))
}

/** Each is asked for once; the comparison has made those due again that changed. */
async function settleOpenPayments(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('due_at', 'is not', null)
    .orderBy('created_at')
    .execute()
  await eachRow(due, ({ id }) => settlePayment(ctx, id))
}

async function open(ctx: Context, { backupId, notice, buyingStoppedBefore }: Restored): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx.db, async (tx) => {
    const done = await changeRestored(tx, { comparedAt: now }, now)
    if (!done) return
    // A notice that an operator has set meanwhile stays.
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(buyingStoppedBefore), updated_at: now })
      .where('key', '=', 'buyingStopped')
      .where('value', '=', JSON.stringify(notice))
      .execute()
    await recordAudit(ctx, tx, {
      actorId: null,
      action: 'backup.compared',
      subject: { type: 'backup', id: backupId },
    })
  })
  ctx.log.warn({ backup: backupId }, 'what the provider and the chains know is in the books again')
}
