import { collectionAbi } from '@verso/contracts/collection'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, type PublicClient } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { StartupError } from '../../errors/startup-error.ts'
import { sendAndWait } from './send-and-wait.ts'

/** The bits of contracts/src/Roles.sol. */
export const ROLES = { minter: 1n, settler: 2n, guardian: 4n } as const
export type Role = keyof typeof ROLES
export type RoleChange = { account: Address; role: Role; isGiven: boolean }

export type Collection = { client: PublicClient; chainId: number; contract: Address }

/** The roles of an account by name. */
export async function readRoles({ client, contract }: Collection, account: Address): Promise<Role[]> {
  const mask = await client.readContract({
    address: contract,
    abi: collectionAbi,
    functionName: 'rolesOf',
    args: [account],
  })
  return (Object.keys(ROLES) as Role[]).filter((role) => (mask & ROLES[role]) !== 0n)
}

export const readContractOwner = ({ client, contract }: Collection): Promise<Address> =>
  client.readContract({ address: contract, abi: collectionAbi, functionName: 'owner' })

/**
 * Gives or takes one role, and does nothing where it is so already.
 * @returns whether something had to be changed
 * @throws StartupError when the key may not do it
 */
export async function changeRole(collection: Collection, key: Hex, change: RoleChange): Promise<boolean> {
  const { account, role, isGiven } = change
  const roles = await readRoles(collection, account)
  if (roles.includes(role) === isGiven) return false
  await assertMayChange(collection, key, change)
  const functionName = isGiven ? 'grantRoles' : 'revokeRoles'
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args: [account, ROLES[role]] })
  await sendAndWait(collection.client, {
    key,
    chainId: collection.chainId,
    call: { to: collection.contract, data },
  })
  return true
}

async function assertMayChange(collection: Collection, key: Hex, { account, isGiven }: RoleChange): Promise<void> {
  const sender = privateKeyToAddress(key)
  if (isAddressEqual(sender, await readContractOwner(collection))) return
  if (isGiven) throw new StartupError(`Only the owner gives roles, and ${sender} is not the owner: set OWNER_KEY.`)
  const mayTake = isAddressEqual(sender, account) || (await readRoles(collection, sender)).includes('guardian')
  if (!mayTake) throw new StartupError(`${sender} is neither the owner nor a guardian.`)
}
