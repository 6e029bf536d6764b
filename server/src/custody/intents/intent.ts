import type { Selectable } from 'kysely'
import type { ChainIntentsTable } from '../../db/types.gen.ts'

/** An action that is to happen on a chain. */
export type Intent = Selectable<ChainIntentsTable>
export type Judged = { intent: Intent; reason: string }

export const nftIdsOf = (intents: Intent[]): string[] => intents.flatMap(({ nft_id }) => nft_id ?? [])
