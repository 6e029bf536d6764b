import { eachRow } from '../jobs/each-row.ts'
import type { Sweep } from '../context.ts'
import { deliverMessage } from './deliver-message.ts'

const BATCH = 100

/** Sends messages that are due again or have lost their job: the row alone decides. */
export const sweepMessages: Sweep = {
  name: 'messages',
  everyMs: 5_000,
  run: async (ctx) => {
    const due = await ctx.db
      .selectFrom('messages')
      .select('id')
      .where('status', '=', 'WAITING')
      .where('due_at', '<=', ctx.clock.now())
      .orderBy('due_at')
      .limit(BATCH)
      .execute()
    await eachRow(due, async ({ id }) => {
      await deliverMessage(ctx, id)
      ctx.failpoints.reach('sweep-messages.after-row')
    })
  },
  nextDue: async ({ db }) => {
    const waiting = db.selectFrom('messages').select((eb) => eb.fn.min('due_at').as('due_at'))
    return (await waiting.where('status', '=', 'WAITING').executeTakeFirstOrThrow()).due_at ?? undefined
  },
}
