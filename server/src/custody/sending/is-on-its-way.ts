import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** Whether something that was sent to one of the chains is not in a block yet, or not read from there. */
export async function isOnItsWay(db: Db, chains: readonly Chain[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chain_intents where chain = any(${chains}::text[]) and status = 'SENT')
      or exists (select from chain_transactions
        where chain = any(${chains}::text[]) and status in ('SIGNED', 'SENT') and due_at is not null) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
