import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { EvmConnection } from '../../gateways/chain/chain-access.ts'

/** The parts of a context that signing needs: its database and the key of the seed. A signer has no more than this. */
export type Custodian = Pick<Context, 'db' | 'clock'> & { config: Pick<Config, 'walletKek'> }
/** The fields of a chain that its signatures cover. */
export type SignedChain = Pick<EvmConnection, 'chain' | 'chainId' | 'contract'>
