import { LIST_TOTAL_MAX, MAX_FOLLOWS_PER_DAY } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import { type Db, inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'
import { invalidForm } from '../../http/app-error.ts'
import { takePoint } from '../throttling/throttle.ts'
import { getUser, selectUsers, type UserWithPictures } from './queries.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Follows a profile; a second time changes nothing.
 * @throws AppError too_many_requests after 200 in a day: each is told to the one who is followed
 */
export async function followUser(ctx: Context, input: { userId: string; followedId: string }): Promise<void> {
  if (input.userId === input.followedId) throw invalidForm('You cannot follow yourself')
  await getUser(ctx.db, input.followedId)
  const { userId, followedId } = input
  await inTransaction(ctx.db, async (tx) => {
    const isNew = await tx
      .insertInto('follows')
      .values({ user_id: userId, followed_id: followedId, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (!isNew) return
    await takePoint(ctx, tx, { name: 'follows', subject: userId, limit: MAX_FOLLOWS_PER_DAY, windowMs: DAY_MS })
    await recordEvent(ctx, tx, {
      type: 'follow.created',
      subjects: [user(followedId), user(userId)],
      data: { follower_id: userId, followed_id: followedId },
    })
  })
}

export async function unfollowUser(ctx: Context, input: { userId: string; followedId: string }): Promise<void> {
  await ctx.db
    .deleteFrom('follows')
    .where('user_id', '=', input.userId)
    .where('followed_id', '=', input.followedId)
    .execute()
}

/** The profiles a member follows, the last followed first: as many as a list counts, and one to tell that there are more. */
export async function listFollowing(db: Db, userId: string): Promise<UserWithPictures[]> {
  return selectUsers(db)
    .innerJoin('follows', 'follows.followed_id', 'users.id')
    .where('follows.user_id', '=', userId)
    .where('users.status', '<>', 'DELETED')
    .orderBy('follows.created_at', 'desc')
    .limit(LIST_TOTAL_MAX + 1)
    .execute()
}
