import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData, type Hex } from 'viem'
import { askForWithdrawal } from '../../keys/ask-custody.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { Context } from '../../../context.ts'
import { FailedSigning } from '../../keys/failed-signing.ts'
import { isNodeAway } from '../is-node-away.ts'
import { estimateCall } from './estimate-call.ts'
import { judgeWithdrawal } from '../../sending/judge-withdrawal.ts'
import type { Intent } from '../../intents/intent.ts'
import { nothingPrepared } from '../../sending/prepared.ts'
import type { EvmPrepared } from './evm-prepared.ts'
import { readSignatureNonces } from './read-signature-nonces.ts'
import { signatureExpiry } from './signature-expiry.ts'

/** The most gas a withdrawal may cost, with any receiving contract; one to a plain address takes about 80,000. */
export const WITHDRAWAL_GAS_MAX = 500_000n
/** Errors that may be temporary; every other one comes from the receiver. */
const PASSING = new Set(['Expired', 'InvalidSignature', 'TokenNotFound', 'NotAuthorized'])

/** A receiver may accept what is only estimated, and refuse in a block: each time costs gas. */
const REVERTS_MAX = 3
const REFUSES = 'The receiving contract does not accept NFTs.'

/** The call that relays a member's signed withdrawal. */
export async function prepareWithdrawal(ctx: Context, connection: EvmConnection, intent: Intent): Promise<EvmPrepared> {
  const prepared: EvmPrepared = nothingPrepared()
  const defer = (reason: string): EvmPrepared => ({ ...prepared, deferred: [{ intent, reason }] })
  const impossible = (reason: string): EvmPrepared => ({ ...prepared, impossible: [{ intent, reason }] })
  const verdict = await judgeWithdrawal(ctx, intent, (tokenId) => readSignatureNonces(connection, tokenId))
  if ('defer' in verdict) return defer(verdict.defer)
  if ('impossible' in verdict) return impossible(verdict.impossible)
  if ((await countReverts(ctx, intent)) >= REVERTS_MAX) return impossible(REFUSES)
  const { version, epoch } = verdict.state
  const [owner, to] = [verdict.target.wallet as Hex, verdict.target.to as Hex]
  const tokenId = BigInt(verdict.target.tokenId)
  const request = {
    intentId: intent.id,
    tokenId,
    owner,
    to,
    version,
    epoch,
    expiry: await signatureExpiry(ctx, connection),
  }
  const signature = await askForWithdrawal(ctx, connection, request).catch((error: Error) => {
    if (!(error instanceof FailedSigning)) throw error
    ctx.log.error({ intent: intent.id, error: error.message }, 'a withdrawal could not be signed; it is deferred')
    return { refused: error.message }
  })
  if ('refused' in signature) return defer(signature.refused)
  const args = [tokenId, to, request.expiry, signature.r, signature.vs] as const
  const data = encodeFunctionData({ abi: collectionAbi, functionName: 'withdraw', args })
  const estimate = await estimateCall(connection, connection.settler, data, { gasMax: WITHDRAWAL_GAS_MAX }).catch(
    (error: Error) => {
      // Nodes word errors of outside contracts differently, so the reason is not shared with other withdrawals.
      if (isNodeAway(error)) throw error
      return undefined
    },
  )
  if (!estimate) return defer('the node could not say what it needs')
  if ('gas' in estimate) return { ...prepared, call: { data, gas: estimate.gas, intents: [intent] } }
  if (PASSING.has(estimate.revert)) return defer(estimate.revert)
  return impossible(REFUSES)
}

async function countReverts(ctx: Context, { id }: Intent): Promise<number> {
  const { reverts } = await ctx.db
    .selectFrom('chain_transaction_intents as link')
    .innerJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
    .select((eb) => eb.fn.countAll<number>().as('reverts'))
    .where('link.intent_id', '=', id)
    .where('sent.is_success', '=', false)
    .executeTakeFirstOrThrow()
  return Number(reverts)
}
