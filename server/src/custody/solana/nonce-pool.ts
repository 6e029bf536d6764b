import type { Address, Nonce } from '@solana/kit'
import type { Seen } from '@verso/solana/judge-sent'
import { findNonceAddress, readNonce } from '@verso/solana/nonce-account'
import type { Db, Tx } from '../../db/client.ts'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { readAccounts } from './read-accounts.ts'

/** So many transactions of a payer can be on their way. */
export const NONCES_PER_PAYER = 8

export type FreeNonce = { account: Address; value: Nonce; slot: bigint }

/** A payer's nonce accounts follow from its address alone, so no table of them can be lost. */
export const noncesOf = (payer: Address): Promise<Address[]> =>
  Promise.all(Array.from({ length: NONCES_PER_PAYER }, (_, number) => findNonceAddress(payer, number)))

/** Of an account that a node does not have, or that is none for nonces any more, what is finalized counts: that cannot be undone. */
export async function readNonces(
  connection: SolanaConnection,
  addresses: readonly Address[],
): Promise<Map<Address, Seen<Nonce | undefined>>> {
  const confirmed = await readValues(connection, addresses, 'confirmed')
  const missing = addresses.filter((address) => confirmed.get(address)?.value === undefined)
  return new Map([...confirmed, ...(await readValues(connection, missing, 'finalized'))])
}

async function readValues(
  connection: SolanaConnection,
  addresses: readonly Address[],
  commitment: 'confirmed' | 'finalized',
): Promise<Map<Address, Seen<Nonce | undefined>>> {
  const { slot, accounts } = await readAccounts(connection, addresses, { commitment })
  return new Map(
    addresses.map((address, index) => {
      const account = accounts[index]
      return [address, { slot, value: account && readNonce(account)?.value }]
    }),
  )
}

/**
 * One whose value on chain was given to no transaction of ours that may still land, or has landed. A value that moved on in
 * any way is free again; one that a lagging node still tells was given away before.
 * @returns missing when the payer has no nonce account, as after a change of its key
 */
export async function findFreeNonce(
  db: Db,
  connection: SolanaConnection,
  payer: Address,
): Promise<FreeNonce | 'taken' | 'missing'> {
  const addresses = await noncesOf(payer)
  const { slot, accounts } = await readAccounts(connection, addresses)
  const nonces = accounts.flatMap((account) => {
    const nonce = account && readNonce(account)
    return account && nonce?.authority === payer ? [{ account: account.address, value: nonce.value, slot }] : []
  })
  for (const nonce of nonces) if (!(await isGivenAway(db, nonce))) return nonce
  return nonces.length > 0 ? 'taken' : 'missing'
}

/** By account and value: two accounts that moved on in the same block have the same value. */
export async function isGivenAway(
  db: Db | Tx,
  { account, value }: Pick<FreeNonce, 'account' | 'value'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('chain_transactions')
    .select('id')
    .where('chain', '=', 'SOL')
    .where('nonce_account', '=', account)
    .where('nonce_value', '=', value)
    .where('status', 'in', ['SIGNED', 'SENT', 'MINED'])
    .executeTakeFirst()
  return row !== undefined
}
