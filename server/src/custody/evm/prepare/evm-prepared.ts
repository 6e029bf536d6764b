import type { Hex } from 'viem'
import type { Intent } from '../../intents/intent.ts'
import type { Prepared } from '../../sending/prepared.ts'

/** One call of the contract, without a nonce. */
export type EvmPrepared = Prepared<{ data: Hex; gas: bigint; intents: Intent[] }>
