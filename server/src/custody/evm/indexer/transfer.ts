import type { Selectable } from 'kysely'
import type { ChainBlocksTable, ChainTransfersTable } from '../../../db/types.gen.ts'

/** A Transfer event as it is stored. */
export type Transfer = Selectable<ChainTransfersTable>
export type Block = Selectable<ChainBlocksTable>

/** The same transfer by the same transaction, possibly in another block now. */
export const isSameMove = (a: Transfer, b: Transfer): boolean =>
  a.transaction_hash === b.transaction_hash &&
  a.token_id === b.token_id &&
  a.from_address === b.from_address &&
  a.to_address === b.to_address
