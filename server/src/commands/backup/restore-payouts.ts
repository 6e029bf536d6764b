import { parseArgs } from 'node:util'
import { email as emailSchema } from '@verso/protocol/auth'
import { parseUsdCents } from '@verso/protocol/money'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { enterLostPayout } from '../../payments/payouts/enter-lost-payout.ts'
import { changeRestored, findRestored } from '../../settings/restored.ts'
import { runCommand } from '../run-command.ts'

const HELP =
  'Which payout? npm run restore:payouts -- --member you@example.com --amount 12.30 --reference TEXT; or -- --done when all are entered.'

/** `npm run restore:payouts`: enters what the bank has paid since the backup that was restored, then lets payouts go on. */
await runCommand(async (ctx, say) => {
  const { values } = parseArgs({
    options: {
      member: { type: 'string' },
      amount: { type: 'string' },
      reference: { type: 'string' },
      done: { type: 'boolean' },
    },
  })
  const restored = await findRestored(ctx.db)
  if (!restored || restored.payoutsEnteredAt)
    throw new StartupError('No restore waits for payouts: mark them paid in the admin area.')
  if (values.done) {
    await finish(ctx, restored.backupId)
    return say('  Payouts go on.')
  }
  const { member, reference } = values
  const email = emailSchema.safeParse(member)
  const amountCents = parseUsdCents(values.amount ?? '') ?? 0
  if (!email.success || !reference || amountCents === 0) throw new StartupError(HELP)
  const userId = await findMember(ctx, email.data)
  const done = await inTransaction(ctx.db, (tx) => enterLostPayout(ctx, tx, { userId, amountCents, reference }))
  say(`  ${done === 'completed' ? 'The request of this amount is marked paid.' : 'The payout is entered as paid.'}`)
})

async function findMember(ctx: Context, email: string): Promise<string> {
  const members = ctx.db.selectFrom('users').select('id').where('email', '=', email).where('status', '<>', 'DELETED')
  const member = await members.executeTakeFirst()
  if (!member) throw new StartupError(`There is no member ${email}.`)
  return member.id
}

function finish(ctx: Context, backupId: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await changeRestored(tx, { payoutsEnteredAt: now }, now)
    await recordAudit(ctx, tx, {
      actorId: null,
      action: 'backup.payouts_entered',
      subject: { type: 'backup', id: backupId },
    })
  })
}
