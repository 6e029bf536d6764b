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

export type SignatureRecord = {
  chain: Chain
  kind: 'LISTING' | 'WITHDRAWAL' | 'MINT'
  signer: string
  digest: string
  cause: { type: string; id: string }
}

/** Every signature leaves an immutable row: what was signed, by whose key, for which row. */
export async function recordSignatures(
  ctx: Pick<Custodian, 'clock'>,
  tx: Tx,
  signatures: readonly SignatureRecord[],
): Promise<void> {
  if (signatures.length === 0) return
  const created_at = ctx.clock.now()
  const rows = signatures.map(({ cause, ...signature }) => ({
    ...signature,
    cause_type: cause.type,
    cause_id: cause.id,
    created_at,
  }))
  await tx.insertInto('custody_signatures').values(rows).execute()
}
