import { useInfiniteQuery } from '@tanstack/react-query'
import { callList, callText } from '../client.ts'
import { loadedRows } from '../loaded-rows.ts'

export type StatementName = 'credits' | 'earnings'

const PAGE = 100

/** The lines of a statement, newest first. */
export const useStatement = (name: StatementName) =>
  useInfiniteQuery({
    queryKey: [name, 'entries'],
    queryFn: ({ pageParam, signal }) =>
      callList(`GET /api/accounts/${name}/entries/`, { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: loadedRows,
  })

/** All of it, as the server writes it for a spreadsheet. */
export const fetchStatementCsv = (name: StatementName) => callText(`GET /api/accounts/${name}/entries.csv`)
