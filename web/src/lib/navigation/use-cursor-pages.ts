import type { ListMeta } from '@verso/protocol/envelope'
import { useLocation, useNavigate } from 'react-router'
import type { Pages } from '../../ui/tables/pagination.tsx'
import { totalOf } from '../list-total.ts'
import { useSearchParams } from './use-search-params.ts'

type Trail = { cursors?: string[] }

/**
 * Pages of a list that the server gives out by cursor; they count from 0 here and from 1 in the URL. The page is in the URL; the cursors of the pages before it are in the
 * history entry, so that "previous" works after a reload too, and leads to the first page where a link was shared.
 */
export function useCursorPages() {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const cursor = search.get('cursor') ?? undefined
  const page = cursor ? Math.max(1, Number(search.get('page')) - 1 || 1) : 0
  const trail = (state as Trail | null)?.cursors ?? []

  const open = (to: { page: number; cursor: string | undefined; cursors: string[] }, replace = false) => {
    const next = new URLSearchParams(search)
    next.delete('cursor')
    next.delete('page')
    if (to.cursor) {
      next.set('page', String(to.page + 1))
      next.set('cursor', to.cursor)
    }
    void navigate({ pathname, search: next.toString() }, { replace, state: { cursors: to.cursors } satisfies Trail })
  }
  const back = { page: page - 1, cursor: trail.at(-1) || undefined, cursors: trail.slice(0, -1) }
  /** One page on or back. */
  const turn = (to: number, nextCursor: string | null | undefined) => {
    if (to > page && nextCursor) open({ page: to, cursor: nextCursor, cursors: [...trail, cursor ?? ''] })
    if (to < page) open(back)
  }
  /** For a table's `server`, of what the server says beside the page that shows. */
  const pagesOf = (meta: ListMeta | undefined): Pages => ({
    page,
    total: totalOf(meta),
    hasNext: Boolean(meta?.next_cursor),
    onPage: (to) => turn(to, meta?.next_cursor),
    onPastEnd: () => open(back, true),
  })
  return { cursor, pagesOf }
}
