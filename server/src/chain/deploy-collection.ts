import { setTimeout as sleep } from 'node:timers/promises'
import { collectionAbi, collectionBytecode } from '@verso/contracts/collection'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../startup-error.ts'

const ROLE_MINTER = 1n
const ROLE_SETTLER = 2n
const RECEIPT_POLL_MS = 25
const RECEIPT_TIMEOUT_MS = 10 * 60_000
const COLLECTION_METADATA = { name: 'Verso', description: 'Works of the members of Verso.' }

export type Deployment = { chainId: number; ownerKey: Hex; minter: Address; settler: Address }
type Call = { to?: Address; data: Hex }

/**
 * Deploys the collection with the owner's first transaction, so its address follows from the owner's key alone, and gives
 * minter and settler their roles. What an interrupted run has done already is not done again.
 */
export async function deployCollection(
  client: PublicClient,
  deployment: Deployment,
): Promise<{ contract: Address; deployBlock: number }> {
  const owner = privateKeyToAccount(deployment.ownerKey)
  const contract = getContractAddress({ from: owner.address, nonce: 0n })
  const send = (call: Call) => sendAsOwner(client, { ...deployment, call })
  let deployBlock: number | undefined
  if (!(await hasCode(client, contract))) {
    await assertFirstTransaction(client, owner.address)
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify(COLLECTION_METADATA))}`
    const args = [owner.address, owner.address, uri] as const
    const receipt = await send({ data: encodeDeployData({ abi: collectionAbi, bytecode: collectionBytecode, args }) })
    deployBlock = Number(receipt.blockNumber)
  }
  for (const [account, role] of [
    [deployment.minter, ROLE_MINTER],
    [deployment.settler, ROLE_SETTLER],
  ] as const) {
    const roles = await client.readContract({
      address: contract,
      abi: collectionAbi,
      functionName: 'rolesOf',
      args: [account],
    })
    if ((roles & role) !== 0n) continue
    await send({
      to: contract,
      data: encodeFunctionData({ abi: collectionAbi, functionName: 'grantRoles', args: [account, role] }),
    })
  }
  return { contract, deployBlock: deployBlock ?? 0 }
}

const hasCode = async (client: PublicClient, address: Address) => ((await client.getCode({ address })) ?? '0x') !== '0x'

async function assertFirstTransaction(client: PublicClient, owner: Address): Promise<void> {
  const sent = await client.getTransactionCount({ address: owner })
  if (sent === 0) return
  throw new StartupError(
    `The owner ${owner} has sent ${sent} transactions on this chain already, so the collection cannot get its address. Use a fresh OWNER_KEY.`,
  )
}

async function sendAsOwner(
  client: PublicClient,
  { ownerKey, chainId, call }: Deployment & { call: Call },
): Promise<TransactionReceipt> {
  const owner = privateKeyToAccount(ownerKey)
  const [nonce, fees, gas] = await Promise.all([
    client.getTransactionCount({ address: owner.address }),
    client.estimateFeesPerGas(),
    client.estimateGas({ ...call, account: owner.address }),
  ])
  const fee = { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  const raw = await owner.signTransaction({ type: 'eip1559', chainId, nonce, gas: (gas * 13n) / 10n, ...call, ...fee })
  const hash = await client.sendRawTransaction({ serializedTransaction: raw })
  const receipt = await waitForReceipt(client, hash)
  if (receipt.status !== 'success') throw new StartupError(`The deployment transaction ${hash} failed.`)
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
