import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'

export type Journal<T> = {
  /** The entries from before this start, the oldest first. */
  entries: T[]
  /** When it returns, the entry is on disk. */
  append(entry: T): void
  close(): void
}

/** One line an entry, never changed: a crash can only leave half a line at the end, which no caller was told of. */
export function openJournal<T>(path: string): Journal<T> {
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const end = text.lastIndexOf(0x0a) + 1
  if (end < text.length) truncateSync(path, end)
  const lines = text.subarray(0, end).toString().split('\n').filter(Boolean)
  const file = openSync(path, 'a')
  return {
    entries: lines.map((line) => JSON.parse(line)),
    append: (entry) => {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}
