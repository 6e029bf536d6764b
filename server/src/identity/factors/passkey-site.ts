import type { Context } from '../../context.ts'
import { urlsFor } from '../../http/urls.ts'

/** The library is an eighth of all that the server would load at its start, and few members have a passkey: it comes with the first use. */
export const loadPasskeys = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: every passkey supports one of them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the marketplace's host name and work on both sites of it. */
export type PasskeySite = { rpId: string; origins: string[] }

export function passkeySiteOf(ctx: Context): PasskeySite {
  const urls = urlsFor(ctx)
  return { rpId: new URL(urls.public).hostname, origins: [urls.public, urls.admin] }
}
