import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'

export type Rent = { base: bigint; perByte: bigint }

/** Of the network since its beginning; an account without data counts as one of 128 bytes. */
const KNOWN_PER_BYTE = 6_960n
const MOST: Rent = { base: 4n * 128n * KNOWN_PER_BYTE, perByte: 4n * KNOWN_PER_BYTE }

/** The rent of an account grows by the byte, so that two questions tell it for all sizes. */
export async function readRent({ rpc }: Pick<SolanaConnection, 'rpc'>): Promise<Rent> {
  const [base, one] = await Promise.all([
    rpc.getMinimumBalanceForRentExemption(0n).send(),
    rpc.getMinimumBalanceForRentExemption(1n).send(),
  ])
  return { base, perByte: one - base }
}

/** The rent of a mint never comes back: a node that is wrong, or lies, is not believed. */
export const findRentProblem = ({ base, perByte }: Rent): string | undefined =>
  base > MOST.base || perByte > MOST.perByte
    ? `the node says that an account costs ${base} lamports and ${perByte} a byte, which is too much to be true`
    : undefined

export const rentOf =
  ({ base, perByte }: Rent) =>
  (bytes: number): bigint =>
    base + perByte * BigInt(bytes)
