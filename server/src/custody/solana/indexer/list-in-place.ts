import type { Address } from '@solana/kit'
import { readHolding } from '@verso/solana/read-nft'
import { findTokenAccount } from '@verso/solana/token-address'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import { readAccounts } from '../read-accounts.ts'

type Place = { hash: string; token: Address; owner: Address }

/**
 * Of these stored transactions, those whose token is where they or a later transfer have put it: they have happened, whether or not
 * the node remembers them.
 * @throws when the node has not come to that slot
 */
export async function listInPlace(
  db: Db,
  connection: Pick<SolanaConnection, 'rpc'>,
  { hashes, slot }: { hashes: string[]; slot: number },
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const places = await listPlaces(db, hashes)
  const holders = await Promise.all(places.map(({ token, owner }) => findTokenAccount(token, owner)))
  const distinct = [...new Set(holders)]
  const { accounts } = await readAccounts(connection, distinct, { minSlot: BigInt(slot) })
  const accountOf = new Map(distinct.map((holder, index) => [holder, accounts[index]]))
  const held = places.filter(({ owner }, index) => {
    const account = accountOf.get(holders[index] as Address)
    const holding = account && readHolding(account)
    return holding?.amount === 1n && holding.owner === owner
  })
  return new Set(held.map(({ hash }) => hash))
}

async function listPlaces(db: Db, hashes: string[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct gone.transaction_hash as hash, later.token_id as token, later.to_address as owner
    from chain_transfers gone
    join chain_transfers later on later.chain = gone.chain and later.token_id = gone.token_id
      and (later.block_number, later.log_index) >= (gone.block_number, gone.log_index)
    where gone.chain = 'SOL' and gone.transaction_hash = any(${hashes}::text[])`.execute(db)
  return rows
}
