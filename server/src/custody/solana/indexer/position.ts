import type { Selectable } from 'kysely'
import type { ChainsTable } from '../../../db/types.gen.ts'
import type { Move } from '../moves.ts'

/** The slot that was read last, and the last that is final. */
export type Position = Pick<Selectable<ChainsTable>, 'indexed_block' | 'finalized_block'>

/** The moves that a round has found, and the failures of those that it could not read, which the next round tries again. */
export type Found = { moves: Move[]; failures: unknown[] }
