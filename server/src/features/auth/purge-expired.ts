import { after } from '../../clock.ts'
import type { Sweep } from '../../jobs/task.ts'
import { KNOWN_NETWORK_MS } from './known-networks.ts'

const DAY_MS = 24 * 3_600_000
/** An expired link can still be renewed by its token for this long; ended sessions and messages are kept as long. */
const KEPT_MS = 30 * DAY_MS
/** Where acts came from: long enough to look into an incident that was found late. */
const ORIGINS_KEPT_MS = 365 * DAY_MS

/** Removes what has expired: codes and links, sessions with their tokens, throttles, delivered messages. */
export const purgeExpired: Sweep = {
  name: 'purge-expired',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    const now = clock.now()
    const longAgo = after(now, -KEPT_MS)
    await db.deleteFrom('verification_codes').where('expires_at', '<', longAgo).execute()
    await db.deleteFrom('used_links').where('used_at', '<', longAgo).execute()
    await db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('expires_at', '<', longAgo), eb('revoked_at', '<', longAgo)]))
      .execute()
    await db.deleteFrom('refresh_tokens').where('used_at', '<', longAgo).execute()
    await db.deleteFrom('known_networks').where('last_seen_at', '<', after(now, -KNOWN_NETWORK_MS)).execute()
    await db.deleteFrom('audit_origins').where('created_at', '<', after(now, -ORIGINS_KEPT_MS)).execute()
    await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
    await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
    await db.deleteFrom('messages').where('status', '<>', 'WAITING').where('created_at', '<', longAgo).execute()
  },
}
