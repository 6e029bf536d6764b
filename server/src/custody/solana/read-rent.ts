import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'

export type Rent = { base: bigint; perByte: bigint }
const known = new WeakMap<object, Rent>()

/** What an account has to keep: it grows by the byte, so that two questions tell it for all sizes. */
export async function readRent({ rpc }: Pick<SolanaConnection, 'rpc'>): Promise<Rent> {
  const found = known.get(rpc)
  if (found) return found
  const [base, one] = await Promise.all([
    rpc.getMinimumBalanceForRentExemption(0n).send(),
    rpc.getMinimumBalanceForRentExemption(1n).send(),
  ])
  const rent = { base, perByte: one - base }
  known.set(rpc, rent)
  return rent
}

export const rentOf =
  ({ base, perByte }: Rent) =>
  (bytes: number): bigint =>
    base + perByte * BigInt(bytes)
