import type { Context } from '../context.ts'
import { findRestored } from '../settings/restored.ts'
import type { Problem } from './problem.ts'

/** A restored backup until all of after it was looked for: operators have a part in it. */
export async function findRestore(ctx: Context): Promise<Problem[]> {
  const restored = await findRestored(ctx.db)
  if (!restored) return []
  const waits = [
    ...(restored.comparedAt
      ? []
      : ['the provider and the chains are being compared with; until then buying is stopped']),
    ...(restored.payoutsEnteredAt
      ? []
      : [
          'payouts that the bank has made since are to be entered with `npm run restore:payouts`; until then none is approved',
        ]),
  ]
  const detail = `All of before ${restored.madeAt.toISOString()} is in the books. Now ${waits.join(', and ')}.`
  return [{ key: 'restored', part: 'ledger', chain: null, summary: 'A backup was restored', detail }]
}
