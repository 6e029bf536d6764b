import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex, PublicClient, TransactionReceipt } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../../errors/startup-error.ts'

const RECEIPT_POLL_MS = 25
const RECEIPT_TIMEOUT_MS = 10 * 60_000

export type Call = { to?: Address; data: Hex }

/**
 * One transaction of the operator, until it is in a block.
 * @throws StartupError when it fails there, or is in none for ten minutes
 */
export async function sendAndWait(
  client: PublicClient,
  { key, chainId, call }: { key: Hex; chainId: number; call: Call },
): Promise<TransactionReceipt> {
  const account = privateKeyToAccount(key)
  const [nonce, fees, gas] = await Promise.all([
    client.getTransactionCount({ address: account.address }),
    client.estimateFeesPerGas(),
    client.estimateGas({ ...call, account: account.address }),
  ])
  const fee = { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: (gas * 13n) / 10n,
    ...call,
    ...fee,
  })
  const hash = await client.sendRawTransaction({ serializedTransaction: raw })
  const receipt = await waitForReceipt(client, hash)
  if (receipt.status !== 'success') throw new StartupError(`The transaction ${hash} failed.`)
  return receipt
}

async function waitForReceipt(client: PublicClient, hash: Hex): Promise<TransactionReceipt> {
  const deadline = performance.now() + RECEIPT_TIMEOUT_MS
  while (performance.now() < deadline) {
    const receipt = await findReceipt(client, hash)
    if (receipt) return receipt
    await sleep(RECEIPT_POLL_MS)
  }
  throw new StartupError(
    `The transaction ${hash} is in no block yet. Run the command again later: it goes on where it stopped.`,
  )
}

/** viem throws for what is not there yet. */
export async function findReceipt(client: PublicClient, hash: Hex): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if ((error as Error).name === 'TransactionReceiptNotFoundError') return undefined
    throw error
  }
}
