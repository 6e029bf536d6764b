import type { Selectable } from 'kysely'
import type { ChainsTable } from '../../../db/types.gen.ts'

/** The slot that was read last, and the last that is final. */
export type Position = Pick<Selectable<ChainsTable>, 'indexed_block' | 'finalized_block'>
