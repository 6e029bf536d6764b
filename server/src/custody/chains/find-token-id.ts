import { createHash } from 'node:crypto'
import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { connectionOf } from '../../gateways/chain/chain-access.ts'

/** The id of the token with this metadata: its SHA-256 as a number, on Solana the address of a mint that is derived with it. */
export async function findTokenId(
  ctx: Pick<Context, 'chains'>,
  chain: Chain,
  { number, metadata }: { number: string; metadata: Uint8Array },
): Promise<string> {
  const connection = connectionOf(ctx, chain)
  if (connection.chain !== 'SOL') return number
  const { findMintAddress } = await import('@verso/solana/token-address')
  return findMintAddress(connection.authority, createHash('sha256').update(metadata).digest())
}
