import type { Sweep } from '../context.ts'
import { inOneRound } from '../jobs/run-sweep.ts'
import { deliverSome } from './deliver-message.ts'

/** Sends messages that are due again or whose bell no worker heard. */
export const sweepMessages: Sweep = {
  name: 'messages',
  everyMs: 5_000,
  run: (ctx) => inOneRound(ctx.clock, () => deliverSome(ctx)),
  nextDue: async ({ db }) => {
    const waiting = db.selectFrom('messages').select((eb) => eb.fn.min('due_at').as('due_at'))
    return (await waiting.where('status', '=', 'WAITING').executeTakeFirstOrThrow()).due_at ?? undefined
  },
}
