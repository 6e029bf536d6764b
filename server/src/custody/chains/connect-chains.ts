import type { Context } from '../../context.ts'
import type { ChainAccess } from '../../gateways/chain/chain-access.ts'
import { connectEvmChains } from '../evm/connect-evm-chains.ts'
import { ensureSeed } from '../keys/seed.ts'
import { solanaAdapters } from './adapter-of.ts'

type Base = Pick<Context, 'config' | 'db' | 'log' | 'clock' | 'random'>

/**
 * Connects the chains and opens the custody of members' keys.
 * @throws StartupError for another chain than the recorded one, a missing contract, or a wrong WALLET_KEK
 */
export async function connectChains(base: Base): Promise<ChainAccess> {
  // With a signer of its own process, this one has no key of the seed.
  if (!base.config.signer) await ensureSeed(base)
  const [evm, solana] = await Promise.all([connectEvmChains(base), connectSolana(base)])
  return { ...evm, ...(solana && { SOL: solana }) }
}

/** Code for Solana is loaded where it is configured. */
async function connectSolana(base: Base) {
  if (!base.config.solana) return undefined
  const { connectSolana: connect } = await import('../solana/connect-solana.ts')
  const { solanaAdapter } = await import('../solana/solana-adapter.ts')
  const connection = await connect(base, base.config.solana)
  solanaAdapters.set(connection, solanaAdapter(connection))
  return connection
}
