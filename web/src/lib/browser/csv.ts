type Cell = string | number | null

/** A text that a spreadsheet would take for a formula gets a quote before it. */
const cellOf = (cell: Cell): string => {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma-separated values, as RFC 4180 has them. */
export const csvOf = (rows: readonly Cell[][]): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
