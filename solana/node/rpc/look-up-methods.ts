import type { Chain, Landed } from '../chain.ts'
import {
  addressParam,
  commitmentOf,
  configParam,
  inContext,
  listParam,
  numberParam,
  slotOf,
  stringParam,
  type Method,
} from './params.ts'
import { RpcError } from '../rpc-error.ts'
import type { Commitment } from '../slots.ts'

const MOST_STATUSES = 256
const MOST_SIGNATURES = 1_000

function commitmentReached({ slots }: Chain, slot: number): Commitment {
  if (slot <= slots.at('finalized')) return 'finalized'
  return slot <= slots.at('confirmed') ? 'confirmed' : 'processed'
}

function presentStatus(chain: Chain, found: Landed | undefined) {
  if (!found) return null
  const { slot, meta } = found
  const confirmationStatus = commitmentReached(chain, slot)
  const confirmations = confirmationStatus === 'finalized' ? null : chain.slots.at('processed') - slot
  return { slot, confirmations, confirmationStatus, err: meta.err, status: meta.status }
}

/** The message as JSON, in the words of a node. */
function presentMessage({ message }: Landed) {
  const { header, accountKeys, lifetime, instructions, version } = message
  return {
    header,
    accountKeys,
    recentBlockhash: lifetime,
    instructions: instructions.map((each) => ({ ...each, stackHeight: 1 })),
    ...(version === 0 && { addressTableLookups: [] }),
  }
}

function presentTransaction(found: Landed, encoding: unknown) {
  if (encoding === 'base64') return [found.raw, 'base64']
  if (encoding !== undefined && encoding !== 'json')
    throw new RpcError('invalidParams', 'this node tells transactions in base64 or json alone')
  return { signatures: found.message.signatures, message: presentMessage(found) }
}

/** Nodes index transactions from `confirmed` on: these look-ups take no commitment below it. */
function landedSlot(chain: Chain, config: Record<string, unknown>): number {
  if (commitmentOf(config) === 'processed')
    throw new RpcError('invalidParams', 'Method does not support commitment below `confirmed`')
  return slotOf(chain, config)
}

function indexOf(landed: Landed[], signature: unknown): number | undefined {
  const index = landed.findIndex((each) => each.signature === signature)
  return index === -1 ? undefined : index
}

export const lookUpMethods: Record<string, Method> = {
  getSignatureStatuses: (chain, [signatures]) =>
    inContext(
      chain.slots.at('processed'),
      listParam(signatures, MOST_STATUSES).map((each) => presentStatus(chain, chain.find(stringParam(each)))),
    ),
  getTransaction: (chain, [signature, options]) => {
    const config = configParam(options)
    const slot = landedSlot(chain, config)
    const found = chain.find(stringParam(signature))
    if (!found || found.slot > slot) return null
    const { version } = found.message
    if (version === 0 && config.maxSupportedTransactionVersion === undefined)
      throw new RpcError(
        'unsupportedTransactionVersion',
        `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
      )
    const transaction = presentTransaction(found, config.encoding)
    return { slot: found.slot, blockTime: chain.slots.timeOf(found.slot), version, transaction, meta: found.meta }
  },
  getSignaturesForAddress: (chain, [asked, options]) => {
    const config = configParam(options)
    const slot = landedSlot(chain, config)
    const address = addressParam(asked)
    const limit = Math.min(MOST_SIGNATURES, numberParam(config.limit ?? MOST_SIGNATURES))
    const from = indexOf(chain.landed, config.until) ?? -1
    const to = indexOf(chain.landed, config.before) ?? chain.landed.length
    return chain.landed
      .slice(from + 1, to)
      .filter((each) => each.slot <= slot && each.message.accountKeys.includes(address))
      .reverse()
      .slice(0, limit)
      .map((each) => ({
        signature: each.signature,
        slot: each.slot,
        blockTime: chain.slots.timeOf(each.slot),
        err: each.meta.err,
        memo: each.message.memo,
        confirmationStatus: commitmentReached(chain, each.slot),
      }))
  },
}
