import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type RoleChange, ROLES } from '../src/custody/evm/change-roles.ts'
import type { EvmConnection } from '../src/gateways/chain/chain-access.ts'
import { callNode } from './chain.ts'

/** Sends a transaction past the sender, as another process would, and has it mined. */
export async function sendAs(
  { client, chainId, rpcUrl }: EvmConnection,
  account: PrivateKeyAccount,
  { gas = 200_000n, ...call }: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint },
): Promise<void> {
  await callNode(rpcUrl, 'anvil_setBalance', [account.address, '0xde0b6b3a7640000'])
  const [nonce, fees] = await Promise.all([
    client.getTransactionCount({ address: account.address }),
    client.estimateFeesPerGas(),
  ])
  const fee = { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  const raw = await account.signTransaction({ type: 'eip1559', chainId, gas, nonce, ...call, ...fee })
  await client.sendRawTransaction({ serializedTransaction: raw })
  await callNode(rpcUrl, 'evm_mine')
}

/** The owner of a token sends it on, as with any wallet. */
export function transferAs(
  connection: EvmConnection,
  account: PrivateKeyAccount,
  { tokenId, to }: { tokenId: string | null; to: Hex },
): Promise<void> {
  const args = [account.address, to, BigInt(tokenId ?? 0)] as const
  const data = encodeFunctionData({ abi: collectionAbi, functionName: 'transferFrom', args })
  return sendAs(connection, account, { to: connection.contract, data })
}

/** Gives or takes a role of an account, as `npm run chain:roles` does. */
export function setRoleAs(
  connection: EvmConnection,
  owner: PrivateKeyAccount,
  { account, role, isGiven }: RoleChange,
): Promise<void> {
  const functionName = isGiven ? 'grantRoles' : 'revokeRoles'
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args: [account, ROLES[role]] })
  return sendAs(connection, owner, { to: connection.contract, data })
}
