import { collectionAbi, collectionBytecode } from '@verso/contracts/collection'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../../errors/startup-error.ts'
import { ROLES } from './change-roles.ts'
import { type Call, sendAndWait } from './send-and-wait.ts'

const COLLECTION_METADATA = { name: 'Verso', description: 'Works of the members of Verso.' }

export type Deployment = { chainId: number; ownerKey: Hex; minter: Address; settler: Address }

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
  const { chainId, ownerKey: key } = deployment
  const send = (call: Call) => sendAndWait(client, { chainId, key, call })
  let deployBlock: number | undefined
  if (!(await hasCode(client, contract))) {
    await assertFirstTransaction(client, owner.address)
    await assertFunded(client, owner.address, deployment)
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify(COLLECTION_METADATA))}`
    const args = [owner.address, owner.address, uri] as const
    const receipt = await send({ data: encodeDeployData({ abi: collectionAbi, bytecode: collectionBytecode, args }) })
    deployBlock = Number(receipt.blockNumber)
  }
  for (const [account, role] of [
    [deployment.minter, ROLES.minter],
    [deployment.settler, ROLES.settler],
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

async function assertFunded(
  client: PublicClient,
  owner: Address,
  { chainId, minter, settler }: Deployment,
): Promise<void> {
  if ((await client.getBalance({ address: owner })) > 0n) return
  throw new StartupError(
    `The account of OWNER_KEY, ${owner}, has nothing on chain ${chainId}. Send it what gas costs there, and some to the minter's ` +
      `(${minter}) and the settler's (${settler}) too; then run this again.`,
  )
}

async function assertFirstTransaction(client: PublicClient, owner: Address): Promise<void> {
  const sent = await client.getTransactionCount({ address: owner })
  if (sent === 0) return
  throw new StartupError(
    `The owner ${owner} has sent ${sent} transactions on this chain already, so the collection cannot get its address. Use a fresh OWNER_KEY.`,
  )
}
