import { collectionAbi } from '@verso/contracts/collection'
import { type Account, encodeFunctionData, type Hex } from 'viem'
import type { Context } from '../../context.ts'
import type { ChainConnection } from '../chain-access.ts'
import { cancelListingsPayload, creatorPayoutPayload } from '../intent-payloads.ts'
import { estimateCall } from './estimate-call.ts'
import { prepareMints } from './prepare-mints.ts'
import { type Intent, nothingPrepared, type Prepared } from './prepared.ts'
import { prepareSales } from './prepare-sales.ts'
import { prepareWithdrawal } from './prepare-withdrawal.ts'

/** Turns waiting intents of one kind into at most one call of the contract. */
export async function prepareCall(ctx: Context, connection: ChainConnection, intents: Intent[]): Promise<Prepared> {
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
      return preparePlain(connection, connection.settler, first, encodeCancel(first))
    case 'SET_CREATOR_PAYOUT':
      return preparePlain(connection, connection.minter, first, encodePayout(first))
  }
}

async function preparePlain(
  connection: ChainConnection,
  signer: Account,
  intent: Intent,
  data: Hex | undefined,
): Promise<Prepared> {
  if (!data) return { putOff: [], impossible: [{ intent, reason: 'the request is incomplete' }] }
  const estimate = await estimateCall(connection, signer, data)
  if ('gas' in estimate) return { ...nothingPrepared(), call: { data, gas: estimate.gas, intents: [intent] } }
  return { putOff: [], impossible: [{ intent, reason: estimate.revert }] }
}

function encodeCancel(intent: Intent): Hex | undefined {
  const payload = cancelListingsPayload.safeParse(intent.payload)
  if (!payload.success) return undefined
  const args = [payload.data.tokenIds.map(BigInt)] as const
  return encodeFunctionData({ abi: collectionAbi, functionName: 'cancelListings', args })
}

function encodePayout(intent: Intent): Hex | undefined {
  const payload = creatorPayoutPayload.safeParse(intent.payload)
  if (!payload.success) return undefined
  const args = [BigInt(payload.data.creatorNumber), payload.data.payout] as const
  return encodeFunctionData({ abi: collectionAbi, functionName: 'setCreatorPayout', args })
}
