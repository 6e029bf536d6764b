import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { EvmConnection } from '../../gateways/chain/chain-access.ts'

/** What signing needs of a process: its database and the key of the seed. A signer has no more than this. */
export type Custodian = Pick<Context, 'db' | 'clock'> & { config: Pick<Config, 'walletKek'> }
/** What of a chain is signed. */
export type SignedChain = Pick<EvmConnection, 'chain' | 'chainId' | 'contract'>
