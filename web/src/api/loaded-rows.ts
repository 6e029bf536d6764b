import type { InfiniteData } from '@tanstack/react-query'
import type { ListAnswer } from '@verso/protocol/envelope'
import { totalOf } from '../lib/list-total.ts'

export type LoadedRows<Row> = { rows: Row[]; total: number }

/** Of a list that is loaded on, cursor by cursor: the rows that are there, and how many there are. */
export const loadedRows = <Row>({ pages }: InfiniteData<ListAnswer<Row>>): LoadedRows<Row> => ({
  rows: pages.flatMap((page) => page.data),
  total: totalOf(pages[0]?.meta),
})
