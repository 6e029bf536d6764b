import type { Chain } from '@verso/protocol/chains'
import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import type { Tx } from '../../db/client.ts'
import type { Custodian } from './custodian.ts'

/** The halves of a signature as the contract takes them (EIP-2098). */
export type CompactSignature = { r: Hex; vs: Hex }

export const toCompact = (signature: Hex): CompactSignature => {
  const serialized = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
  return { r: serialized.slice(0, 66) as Hex, vs: `0x${serialized.slice(66)}` }
}

/** Every signature leaves an immutable row: what was signed, by whose key, for which row. */
export async function recordSignature(
  ctx: Pick<Custodian, 'clock'>,
  tx: Tx,
  signature: {
    chain: Chain
    kind: 'LISTING' | 'WITHDRAWAL' | 'MINT'
    signer: string
    digest: string
    cause: { type: string; id: string }
  },
): Promise<void> {
  await tx
    .insertInto('custody_signatures')
    .values({
      chain: signature.chain,
      kind: signature.kind,
      signer: signature.signer,
      digest: signature.digest,
      cause_type: signature.cause.type,
      cause_id: signature.cause.id,
      created_at: ctx.clock.now(),
    })
    .execute()
}
