import type { EventData } from '@verso/protocol/events'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'

type Changed = EventData<'security.factor_changed'>
type Change = { userId: string; kind: Changed['kind']; change: Changed['change'] }

/** What opens the account is another thing than before. */
export const recordFactorChanged = (ctx: Context, tx: Tx, { userId, kind, change }: Change): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'security.factor_changed',
    subjects: [user(userId)],
    data: { user_id: userId, kind, change },
  })
