import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { networkOf } from '../../http/network-of.ts'

const DAY_MS = 24 * 3_600_000
/** A network that a member has not used for so long is a stranger's again. */
export const KNOWN_NETWORK_MS = 90 * DAY_MS
/** A visit within this time of the last one is not written again. */
const SEEN_AGAIN_MS = DAY_MS

/**
 * Notes that a member came from this network: with a full sign-in, or with the link of a mail only. Failures elsewhere
 * do not count against the member there (docs/decisions/0180).
 */
export async function rememberNetwork(
  ctx: Context,
  tx: Tx,
  { userId, address, hasSignedIn }: { userId: string; address: string; hasSignedIn: boolean },
): Promise<void> {
  const now = ctx.clock.now()
  await sql`
    insert into known_networks as known (user_id, network, has_signed_in, last_seen_at)
    values (${userId}, ${networkOf(address)}, ${hasSignedIn}, ${now})
    on conflict (user_id, network) do update set
      has_signed_in = known.has_signed_in or excluded.has_signed_in, last_seen_at = excluded.last_seen_at
    where known.last_seen_at < ${after(now, -SEEN_AGAIN_MS)} or (excluded.has_signed_in and not known.has_signed_in)`.execute(
    tx,
  )
}

/** Whether the member with this address of e-mail came from the network before; false when there is no such member. */
export async function isKnownByEmail(
  ctx: Context,
  db: Db,
  input: { email: string; address: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'known_networks.user_id')
    .select('known_networks.user_id')
    .where('users.email', '=', input.email)
    .where('users.status', '<>', 'DELETED')
    .where('network', '=', networkOf(input.address))
    .where('last_seen_at', '>', after(ctx.clock.now(), -KNOWN_NETWORK_MS))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the member has signed in fully from the network before. */
export async function hasSignedInFrom(
  ctx: Context,
  tx: Tx,
  { userId, address }: { userId: string; address: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('known_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network', '=', networkOf(address))
    .where('has_signed_in', '=', true)
    .where('last_seen_at', '>', after(ctx.clock.now(), -KNOWN_NETWORK_MS))
    .executeTakeFirst()
  return row !== undefined
}
