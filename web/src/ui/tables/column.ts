import type { ReactNode } from 'react'

/** A column of a table. */
export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  isRightAligned?: boolean
  /** The heading is a button that sorts by it; the rows come sorted. */
  sort?: { order: 'ascending' | 'descending' | 'none'; onToggle: () => void }
}
