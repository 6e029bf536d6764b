import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { connectionOf } from '../../gateways/chain/chain-access.ts'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { evmAdapter } from '../evm/evm-adapter.ts'

/** Made when Solana is connected, so that a process without it does not load it. */
export const solanaAdapters = new WeakMap<SolanaConnection, ChainAdapter>()

export function adapterOf(ctx: Pick<Context, 'chains'>, chain: Chain): ChainAdapter {
  const connection = connectionOf(ctx, chain)
  if (connection.chain !== 'SOL') return evmAdapter(connection)
  const adapter = solanaAdapters.get(connection)
  if (!adapter) throw new Error('Solana is not connected')
  return adapter
}
