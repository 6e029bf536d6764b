import { randomUUID } from 'node:crypto'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Address } from '@solana/kit'
import { memo } from '../../src/memo.ts'
import { signTransaction } from '../../src/sign-transaction.ts'
import type { Chain } from '../chain.ts'
import { type Meta, simulate } from '../execute.ts'
import {
  addressParam,
  assertBase64,
  configParam,
  inContext,
  numberParam,
  slotOf,
  stringParam,
  type Method,
} from './params.ts'
import { type Message, readMessage } from '../read-message.ts'
import { RpcError } from '../rpc-error.ts'

const isRecent = (chain: Chain, { lifetime }: Message): boolean => chain.slots.isRecent(lifetime)

/** The answer of a simulation. */
const presentSimulation = ({ err, logMessages, computeUnitsConsumed }: Meta) => ({
  err,
  logs: logMessages,
  unitsConsumed: computeUnitsConsumed,
  accounts: null,
  innerInstructions: null,
  loadedAccountsDataSize: null,
  replacementBlockhash: null,
  returnData: null,
})

/** A transaction that would not land is refused at once, so that no caller pays for a failure or waits for nothing. */
function preflight(chain: Chain, message: Message, signature: string): void {
  const meta = chain.find(signature)
    ? { err: 'AlreadyProcessed', logMessages: [], computeUnitsConsumed: 0 }
    : simulate(chain.vm, message, { isRecent: isRecent(chain, message) })
  if (meta.err === null) return
  if (meta.err === 'SignatureFailure')
    throw new RpcError('signatureFailure', 'Transaction signature verification failure')
  const what = typeof meta.err === 'string' ? meta.err : JSON.stringify(meta.err)
  throw new RpcError('preflightFailure', `Transaction simulation failed: ${what}`, presentSimulation(meta as Meta))
}

function send(chain: Chain, raw: string, { skipsPreflight }: { skipsPreflight: boolean }): string {
  const message = readMessage(raw)
  const [signature = ''] = message.signatures
  if (!skipsPreflight) preflight(chain, message, signature)
  // As on the network: bytes that cannot land, or have landed, are taken and come to nothing.
  if (!chain.find(signature)) chain.run(raw)
  return signature
}

async function airdrop(chain: Chain, destination: Address, amount: number): Promise<string> {
  const { raw } = await signTransaction({
    payer: chain.faucet,
    // Two of the same amount are two transactions.
    instructions: [getTransferSolInstruction({ source: chain.faucet, destination, amount }), memo(randomUUID())],
    lifetime: { blockhash: chain.slots.latestBlockhash('processed').blockhash, lastValidBlockHeight: 0n },
  })
  return send(chain, Buffer.from(raw).toString('base64'), { skipsPreflight: false })
}

export const transactionMethods: Record<string, Method> = {
  sendTransaction: (chain, [raw, options]) => {
    const config = configParam(options)
    assertBase64(config)
    return send(chain, stringParam(raw), { skipsPreflight: config.skipPreflight === true })
  },
  simulateTransaction: (chain, [raw, options]) => {
    const config = configParam(options)
    assertBase64(config)
    const slot = slotOf(chain, config)
    const message = readMessage(stringParam(raw))
    const meta = simulate(chain.vm, message, {
      isRecent: config.replaceRecentBlockhash === true || isRecent(chain, message),
      isVerified: config.sigVerify === true,
    })
    return inContext(slot, presentSimulation(meta))
  },
  requestAirdrop: (chain, [address, amount]) => airdrop(chain, addressParam(address), numberParam(amount)),
}
