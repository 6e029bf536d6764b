import type { Chain } from '@verso/protocol/chains'
import type { Selectable } from 'kysely'
import type { ChainBlocksTable, ChainTransfersTable } from '../../db/types.gen.ts'

/** A Transfer event as it is stored. */
export type Transfer = Selectable<ChainTransfersTable>

/** No owner: the zero address of a chain. On Solana it is that of the system program, 32 bytes of zeros in base58. */
export const NOBODY: Record<Chain, string> = {
  POLYGON: `0x${'0'.repeat(40)}`,
  ETH: `0x${'0'.repeat(40)}`,
  SOL: '1'.repeat(32),
}
export const isMint = ({ chain, from_address }: Transfer): boolean => from_address === NOBODY[chain as Chain]

export type Block = Selectable<ChainBlocksTable>

/** The same transfer by the same transaction, possibly in another block now. */
export const isSameMove = (a: Transfer, b: Transfer): boolean =>
  a.transaction_hash === b.transaction_hash &&
  a.token_id === b.token_id &&
  a.from_address === b.from_address &&
  a.to_address === b.to_address
