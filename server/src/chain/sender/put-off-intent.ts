import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Intent } from './prepared.ts'
import { withoutUrlSecrets } from '../../without-url-secrets.ts'

const FIRST_MS = 500
const LONGEST_MS = 60_000
const ALARMING_ATTEMPTS = 20

/** Not now: looked at again, each time a little later. */
export async function putOffIntent(ctx: Context, intent: Intent, reason: string): Promise<void> {
  const now = ctx.clock.now()
  const waitMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(intent.attempts, 10))
  await ctx.db
    .updateTable('chain_intents')
    .set({
      attempts: intent.attempts + 1,
      error: withoutUrlSecrets(reason),
      due_at: after(now, waitMs),
      updated_at: now,
    })
    .where('id', '=', intent.id)
    .where('status', '=', 'WAITING')
    .execute()
  const level = intent.attempts >= ALARMING_ATTEMPTS ? 'error' : 'info'
  ctx.log[level](
    { intent: intent.id, kind: intent.kind, attempts: intent.attempts + 1, reason },
    'an intent was put off',
  )
}
