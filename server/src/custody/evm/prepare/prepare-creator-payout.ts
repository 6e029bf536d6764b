import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData, isAddressEqual, zeroAddress } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { creatorPayoutPayload } from '../../intents/intent-payloads.ts'
import { estimateCall } from './estimate-call.ts'
import type { Intent } from '../../intents/intent.ts'
import { nothingPrepared } from '../../sending/prepared.ts'
import type { EvmPrepared } from './evm-prepared.ts'

/** The error with which this can never succeed; every other one may be temporary (a role taken, an empty signer). */
const PERMANENT: Record<string, string> = { InvalidPayout: 'royalties cannot go to this address' }

/** Names a creator's own address for royalties, unless a mint has done it already or the creator has moved on since. */
export async function prepareCreatorPayout(connection: EvmConnection, intent: Intent): Promise<EvmPrepared> {
  const prepared: EvmPrepared = nothingPrepared()
  const payload = creatorPayoutPayload.safeParse(intent.payload)
  if (!payload.success) return { ...prepared, impossible: [{ intent, reason: 'the request is incomplete' }] }
  const { creatorNumber, payout } = payload.data
  const creatorId = BigInt(creatorNumber)
  const read = { address: connection.contract, abi: collectionAbi } as const
  const [current, collector] = await Promise.all([
    connection.client.readContract({ ...read, functionName: 'creatorPayout', args: [creatorId] }),
    connection.client.readContract({ ...read, functionName: 'royaltyCollector' }),
  ])
  if (isAddressEqual(current, payout)) return { ...prepared, done: [intent] }
  if (!isAddressEqual(current, zeroAddress) && !isAddressEqual(current, collector))
    return { ...prepared, impossible: [{ intent, reason: 'the creator has an address, which alone can change it' }] }
  const data = encodeFunctionData({ abi: collectionAbi, functionName: 'setCreatorPayout', args: [creatorId, payout] })
  const estimate = await estimateCall(connection, connection.minter, data)
  if ('gas' in estimate) return { ...prepared, call: { data, gas: estimate.gas, intents: [intent] } }
  const reason = PERMANENT[estimate.revert]
  if (reason) return { ...prepared, impossible: [{ intent, reason }] }
  return { ...prepared, deferred: [{ intent, reason: estimate.revert }] }
}
