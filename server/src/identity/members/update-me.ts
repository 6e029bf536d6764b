import type { updateMeBody } from '@verso/protocol/users'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { markUnused, markUsed } from '../../media/uploads/unused-files.ts'
import { lockMember } from '../throttling/lock-member.ts'
import { getUser } from './queries.ts'

type Change = z.output<typeof updateMeBody>

/** Changes one's own profile. A field that is left out stays; null or "" clears it. */
export async function updateMe(ctx: Context, tx: Tx, input: { userId: string; change: Change }): Promise<void> {
  const { userId, change } = input
  // Two saves at once would both release the same picture, and one that came late would name who has left.
  await lockMember(tx, userId)
  const user = await getUser(tx, userId)
  if (change.email !== undefined && change.email !== user.email) {
    throw invalidField('email', 'Email Change is not allowed')
  }
  await markUsed(
    tx,
    [change.avatar, change.header_image].filter((id) => typeof id === 'string'),
  )
  await assertOwnImage(tx, { userId, field: 'avatar', fileId: change.avatar })
  await assertOwnImage(tx, { userId, field: 'header_image', fileId: change.header_image })
  await tx
    .updateTable('users')
    .set({
      first_name: cleared(change.first_name),
      last_name: cleared(change.last_name),
      display_name: cleared(change.display_name),
      occupation: cleared(change.occupation),
      bio: cleared(change.bio),
      avatar_file_id: change.avatar,
      header_image_file_id: change.header_image,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', userId)
    .execute()
  const released = [
    change.avatar !== undefined && change.avatar !== user.avatar_file_id ? user.avatar_file_id : null,
    change.header_image !== undefined && change.header_image !== user.header_image_file_id
      ? user.header_image_file_id
      : null,
  ]
  await markUnused(ctx, tx, released)
}

/** "" clears, undefined leaves as it is. */
const cleared = (text: string | null | undefined) => (text === '' ? null : text)

async function assertOwnImage(
  tx: Tx,
  input: { userId: string; field: string; fileId: string | null | undefined },
): Promise<void> {
  if (!input.fileId) return
  const file = await tx
    .selectFrom('files')
    .select('media_type')
    .where('id', '=', input.fileId)
    .where('owner_id', '=', input.userId)
    .executeTakeFirst()
  if (file?.media_type !== 'image') throw invalidField(input.field, 'Please choose an image that you uploaded')
}
