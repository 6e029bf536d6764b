import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { type ReactNode, useEffect } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { usePageParam } from '../../lib/navigation/use-page-param.ts'
import type { Column } from './column.ts'
import { type Pages, Pagination } from './pagination.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import { StackedRows } from './stacked-rows.tsx'
import { EmptyState, ErrorState } from '../loading/states.tsx'
import { Check } from '../fields/toggles.tsx'

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  pageSize?: number
  /** The name of its page in the address: `?payouts=2`. Without it the page is kept by the table alone. */
  pageName?: string
  /** Buttons of a row, in a column headed ACTION. */
  actions?: (row: Row) => ReactNode
  selection?: {
    selected: ReadonlySet<string>
    onChange: (selected: Set<string>) => void
    /** The label of a row's check box. */
    nameOf: (row: Row) => string
  }
  /** Rows are one page of the server's; without it the table pages through `rows` itself. */
  server?: Pages
  empty?: ReactNode
  error?: unknown
  onRetry?: () => void
  /** Below this width the table scrolls sideways. */
  minWidth?: number
  /** Small screens get the rows one below the other instead. Not together with a selection. */
  isStackable?: boolean
}

/** The paginated table of the product (docs/rules.md R16): five rows a page, optional selection, optional ACTION column. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, pageSize = TABLE_PAGE_SIZE, server, minWidth = 560, error, onRetry } = props
  const [ownPage, setOwnPage] = usePageParam(props.pageName)
  const isStacked = useMedia('(max-width: 640px)') && props.isStackable === true
  const total = server?.total ?? rows?.length ?? 0
  const page = server?.page ?? Math.min(ownPage, Math.max(0, Math.ceil(total / pageSize) - 1))
  const onPastEnd = page > 0 && rows?.length === 0 ? server?.onPastEnd : undefined
  useEffect(() => onPastEnd?.(), [onPastEnd])
  const shown = onPastEnd ? undefined : server ? rows : rows?.slice(page * pageSize, (page + 1) * pageSize)

  if (error && !shown) return <ErrorState error={error} onRetry={onRetry} />
  const isEmpty = shown?.length === 0
  const isPaged = total > pageSize
  const empty = isEmpty && (props.empty ?? <EmptyState title={t('table.empty')} />)
  return (
    <div>
      {isStacked ? (
        empty || (
          <StackedRows label={label} columns={props.columns} rows={shown} rowKey={rowKey} actions={props.actions} />
        )
      ) : (
        <ScrollingTable {...props} minWidth={isEmpty ? 0 : minWidth} shown={shown} empty={empty} isLast={!isPaged} />
      )}
      {isPaged && (
        <div className="border-t border-line px-3 py-2">
          <Pagination label={label} pageSize={pageSize} {...(server ?? { page, total, onPage: setOwnPage })} />
        </div>
      )}
    </div>
  )
}

type ScrollingTableProps<Row> = DataTableProps<Row> & {
  minWidth: number
  shown: readonly Row[] | undefined
  /** Nothing follows it: its last row has the corners of the panel around it. */
  isLast: boolean
}

function ScrollingTable<Row>({ shown, minWidth, isLast, empty, ...props }: ScrollingTableProps<Row>) {
  const { label, rowKey } = props
  return (
    // In the tab order, because a region that scrolls must be reachable by keyboard.
    <div role="region" aria-label={label} tabIndex={0} className={cx('overflow-x-auto', isLast && 'rounded-b-xl')}>
      <table className="w-full text-left" style={{ minWidth }}>
        <TableHead {...props} pageKeys={shown?.map(rowKey) ?? []} />
        <tbody>
          {shown ? (
            shown.map((row) => <TableRow key={rowKey(row)} {...props} row={row} />)
          ) : (
            <SkeletonRows {...props} />
          )}
        </tbody>
      </table>
      {empty}
    </div>
  )
}

const EDGE = 'first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6 px-3'

function TableHead<Row>({ columns, actions, selection, pageKeys }: DataTableProps<Row> & { pageKeys: string[] }) {
  const isAllSelected = pageKeys.length > 0 && pageKeys.every((key) => selection?.selected.has(key))
  const toggleAll = () => {
    const next = new Set(selection?.selected)
    for (const key of pageKeys) {
      if (isAllSelected) next.delete(key)
      else next.add(key)
    }
    selection?.onChange(next)
  }
  return (
    <thead className="text-sm text-fg3">
      <tr>
        {selection && (
          <th scope="col" className={cx(EDGE, 'w-8 py-2.5')}>
            <Check checked={isAllSelected} onChange={toggleAll} aria-label={t('table.selectAll')} />
          </th>
        )}
        {columns.map(({ key, header, isRightAligned, sort }) => (
          <th
            key={key}
            scope="col"
            aria-sort={sort?.order}
            className={cx(EDGE, 'py-2.5 font-medium whitespace-nowrap', isRightAligned && 'text-right')}
          >
            {sort ? <SortButton header={header} sort={sort} /> : header}
          </th>
        ))}
        {actions && (
          <th scope="col" className={cx(EDGE, 'py-2.5 text-right font-medium')}>
            {t('table.action')}
          </th>
        )}
      </tr>
    </thead>
  )
}

const ARROWS = { ascending: '↑', descending: '↓', none: '↕' }

const SortButton = ({ header, sort }: { header: string; sort: NonNullable<Column<unknown>['sort']> }) => (
  <button type="button" onClick={sort.onToggle} className="-my-2.5 rounded-sm py-2.5 hover:text-fg">
    {header}{' '}
    <span aria-hidden className={cx(sort.order !== 'none' && 'text-accent-text')}>
      {ARROWS[sort.order]}
    </span>
  </button>
)

function TableRow<Row>({ row, columns, rowKey, actions, selection }: DataTableProps<Row> & { row: Row }) {
  const key = rowKey(row)
  const isSelected = selection?.selected.has(key)
  const toggle = () => {
    const next = new Set(selection?.selected)
    if (!next.delete(key)) next.add(key)
    selection?.onChange(next)
  }
  return (
    <tr
      data-row
      tabIndex={-1}
      className={cx('h-14 border-t border-line -outline-offset-2! hover:bg-s2', isSelected && 'bg-s2')}
    >
      {selection && (
        <td className={EDGE}>
          <Check
            checked={isSelected}
            onChange={toggle}
            aria-label={t('table.selectRow', { row: selection.nameOf(row) })}
          />
        </td>
      )}
      {columns.map(({ key: columnKey, cell, isRightAligned }) => (
        <td key={columnKey} className={cx(EDGE, isRightAligned && 'text-right')}>
          {cell(row)}
        </td>
      ))}
      {actions && (
        <td className={cx(EDGE, 'text-right')}>
          <div className="flex items-center justify-end gap-2">{actions(row)}</div>
        </td>
      )}
    </tr>
  )
}

function SkeletonRows<Row>({ columns, actions, selection, pageSize = TABLE_PAGE_SIZE }: DataTableProps<Row>) {
  const cells = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0)
  return Array.from({ length: pageSize }, (_, row) => (
    <tr key={row} className="h-14 border-t border-line">
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell} className={EDGE}>
          <Skeleton className="h-4 w-3/4" />
        </td>
      ))}
    </tr>
  ))
}
