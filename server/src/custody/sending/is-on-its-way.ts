import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createStatements } from '../../db/prepared/statements.ts'

const sent = createStatements<{ chains: readonly Chain[] }, { found: boolean }>()

/** Whether something that was sent to one of the chains is not in a block yet, or not read from there. */
export async function isOnItsWay(db: Db, chains: readonly Chain[]): Promise<boolean> {
  const [row] = await sent(db, {
    values: { chains },
    build: (given) =>
      sql`select exists (select from chain_intents where chain = any(${given.chains}::text[]) and status = 'SENT')
        or exists (select from chain_transactions where chain = any(${given.chains}::text[])
          and status in ('SIGNED', 'SENT') and due_at is not null) as found`.compile(db),
  })
  return row?.found ?? false
}
