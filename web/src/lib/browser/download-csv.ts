type Cell = string | number | null

/** A text that a spreadsheet would take for a formula gets a quote before it. */
const cellOf = (cell: Cell): string => {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvOf = (rows: readonly Cell[][]): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Gives it to the person as a file of comma-separated values. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
