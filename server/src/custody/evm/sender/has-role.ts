import { readRoles } from '../change-roles.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'

export const NO_ROLE = 'the operator has taken the role away (npm run chain:roles)'

/** Checked before signing: without its role a call of the platform's key reverts. */
export const hasRole = async (connection: EvmConnection, role: 'minter' | 'settler'): Promise<boolean> =>
  (await readRoles(connection, connection[role].address)).includes(role)
