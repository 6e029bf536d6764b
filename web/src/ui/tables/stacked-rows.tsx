import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { Skeleton } from '../loading/skeleton.tsx'

type StackedRowsProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  actions?: ((row: Row) => ReactNode) | undefined
}

/** The rows of a table on a small screen: one below the other, each with its headers beside its values. */
export const StackedRows = <Row,>({ label, columns, rows, rowKey, actions }: StackedRowsProps<Row>) => (
  <ul aria-label={label} aria-busy={!rows}>
    {rows ? (
      rows.map((row) => (
        <li
          key={rowKey(row)}
          data-row
          tabIndex={-1}
          className="flex flex-col gap-3 border-t border-line px-5 py-4 -outline-offset-2! first:border-t-0"
        >
          <dl className="flex flex-col gap-2">
            {columns.map(({ key, header, cell }) => (
              <div key={key} className="flex items-start justify-between gap-4">
                <dt className="shrink-0 pt-px text-sm text-fg3">{header}</dt>
                <dd className="flex min-w-0 justify-end text-right *:max-w-full">{cell(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className="flex flex-wrap justify-end gap-2 empty:hidden">{actions(row)}</div>}
        </li>
      ))
    ) : (
      <li className="flex flex-col gap-3 px-5 py-4">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-full" />
      </li>
    )}
  </ul>
)
