import type { NotificationArea, readNotifications } from '@verso/protocol/users/notifications'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'

type Reader = { userId: string; area: NotificationArea }
type Which = z.output<typeof readNotifications>

/**
 * Marks lines as read; those that are already stay as they are.
 * @throws AppError not_found when one of the ids is none of the member's
 */
export async function markRead(ctx: Context, tx: Tx, { userId, area }: Reader, which: Which): Promise<void> {
  const read_at = ctx.clock.now()
  const unread = tx
    .updateTable('notifications')
    .set({ read_at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if ('all' in which) {
    await unread.where('kind', area === 'operators' ? 'like' : 'not like', 'admin.%').execute()
    return
  }
  const ids = [...new Set(which.ids)]
  if (ids.length === 0) return
  const own = await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  if (own.length < ids.length) throw notFound('Notification not found')
  await unread.where('id', 'in', ids).execute()
}
