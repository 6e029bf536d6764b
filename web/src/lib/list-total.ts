import type { ListMeta } from '@verso/protocol/envelope'
import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { groupThousands } from '@verso/protocol/usd'

/** How many rows a list has; of a list that has more than are counted, one more than those. */
export const totalOf = (meta: ListMeta | undefined): number => (meta ? meta.total + (meta.total_capped ? 1 : 0) : 0)

export const isMoreThanCounted = (total: number): boolean => total > LIST_TOTAL_MAX

/** "1,000", and "1,000+" above what the server counts. */
export const formatTotal = (total: number): string =>
  isMoreThanCounted(total) ? `${groupThousands(LIST_TOTAL_MAX)}+` : groupThousands(total)
