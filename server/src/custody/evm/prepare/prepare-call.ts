import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData } from 'viem'
import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { cancelListingsPayload } from '../../intents/intent-payloads.ts'
import { estimateCall } from './estimate-call.ts'
import { prepareCreatorPayout } from './prepare-creator-payout.ts'
import { prepareMints } from './prepare-mints.ts'
import type { Intent } from '../../intents/intent.ts'
import { nothingPrepared } from '../../sending/prepared.ts'
import type { EvmPrepared } from './evm-prepared.ts'
import { prepareSales } from './prepare-sales.ts'
import { prepareWithdrawal } from './prepare-withdrawal.ts'

/** Turns waiting intents of one kind into at most one call of the contract. */
export async function prepareCall(ctx: Context, connection: EvmConnection, intents: Intent[]): Promise<EvmPrepared> {
  const [first] = intents
  if (!first) return nothingPrepared()
  switch (first.kind) {
    case 'MINT':
      return prepareMints(ctx, connection, intents)
    case 'SETTLE':
      return prepareSales(ctx, connection, intents)
    case 'WITHDRAW':
      return prepareWithdrawal(ctx, connection, first)
    case 'CANCEL_LISTINGS':
      return prepareCancel(connection, first)
    case 'SET_CREATOR_PAYOUT':
      return prepareCreatorPayout(connection, first)
  }
}

async function prepareCancel(connection: EvmConnection, intent: Intent): Promise<EvmPrepared> {
  const prepared: EvmPrepared = nothingPrepared()
  const payload = cancelListingsPayload.safeParse(intent.payload)
  if (!payload.success) return { ...prepared, impossible: [{ intent, reason: 'the request is incomplete' }] }
  const args = [payload.data.tokenIds.map(BigInt)] as const
  const data = encodeFunctionData({ abi: collectionAbi, functionName: 'cancelListings', args })
  const estimate = await estimateCall(connection, connection.settler, data)
  if ('gas' in estimate) return { ...prepared, call: { data, gas: estimate.gas, intents: [intent] } }
  return { ...prepared, impossible: [{ intent, reason: estimate.revert }] }
}
