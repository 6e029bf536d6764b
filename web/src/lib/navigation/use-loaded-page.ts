import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { useEffect } from 'react'
import type { LoadedRows } from '../../api/loaded-rows.ts'
import type { Pages } from '../../ui/tables/pagination.tsx'
import { isMoreThanCounted } from '../list-total.ts'
import { usePageParam } from './use-page-param.ts'

type LoadedQuery<Row> = {
  data: LoadedRows<Row> | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** One page of a list: it is in the address, and what it needs is loaded on, cursor by cursor. For a table's `rows` and `server`. */
export function useLoadedPage<Row>(query: LoadedQuery<Row>, pageName: string, pageSize = TABLE_PAGE_SIZE) {
  const [wanted, onPage] = usePageParam(pageName)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const loaded = data?.rows.length ?? 0
  const counted = data?.total ?? 0
  // Beyond what is counted the last page is known when it is there.
  const isOpen = isMoreThanCounted(counted) && hasNextPage
  const total = isOpen ? counted : isMoreThanCounted(counted) ? loaded : counted
  const lastPage = isOpen ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(total / pageSize) - 1)
  const page = Math.min(wanted, lastPage)
  const end = isOpen ? (page + 1) * pageSize : Math.min(total, (page + 1) * pageSize)
  const isShort = data !== undefined && loaded < end && hasNextPage
  const isWanted = isShort && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isWanted) void fetchNextPage()
    // Several pieces may be wanted one after the other.
  }, [isWanted, loaded, fetchNextPage])
  const server: Pages = { page, total, hasNext: page < lastPage, onPage }
  return { rows: isShort ? undefined : data?.rows.slice(page * pageSize, end), server }
}
