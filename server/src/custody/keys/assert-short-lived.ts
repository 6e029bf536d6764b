import type { Custodian } from './custodian.ts'
import { RefusedSignature } from './refused-signature.ts'

/** Four times the product's own limit: block time may be ahead of our clock. */
const LONGEST_S = 60 * 60

/**
 * A signature is short-lived (docs/invariants.md I16): a leaked one, with the key that relays it, must expire.
 * @throws RefusedSignature
 */
export function assertShortLived({ clock }: Pick<Custodian, 'clock'>, expiry: bigint): void {
  const latest = BigInt(Math.ceil(clock.now().getTime() / 1000) + LONGEST_S)
  if (expiry > latest) throw new RefusedSignature('the signature would hold too long')
}
