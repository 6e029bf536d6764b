import type { Context } from '../../context.ts'
import { exportActivity } from './export-activity.ts'
import { exportMoney } from './export-money.ts'
import { exportNfts } from './export-nfts.ts'
import { getUser } from '../members/queries.ts'

/**
 * Everything we hold on a member, table by table, but for secrets (hashes, encrypted details, keys) and for what tells
 * about another person. A test walks all tables with members in them, so that a new one has to be decided on.
 */
export async function exportMe(ctx: Context, userId: string): Promise<Record<string, unknown>> {
  const { db } = ctx
  const { password_hash: _hash, avatar: _avatar, headerImage: _headerImage, ...profile } = await getUser(db, userId)
  return {
    exported_at: ctx.clock.now().toISOString(),
    profile,
    ...(await exportActivity(ctx, { userId, email: profile.email })),
    ...(await exportNfts(ctx, userId)),
    ...(await exportMoney(ctx, userId)),
  }
}
