import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'

const ALLOWANCE_S = 15 * 60

/**
 * Until when a signature holds, in block time. The latest block may be old where blocks come only with transactions, and
 * ahead of our clock elsewhere: the later of both counts.
 */
export async function signatureExpiry(ctx: Context, { client }: EvmConnection): Promise<bigint> {
  const { timestamp } = await client.getBlock({ blockTag: 'latest' })
  const nowS = BigInt(Math.ceil(ctx.clock.now().getTime() / 1000))
  return (timestamp > nowS ? timestamp : nowS) + BigInt(ALLOWANCE_S)
}
