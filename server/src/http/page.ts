import { invalidField } from './app-error.ts'

/** An opaque place in a keyset-sorted list: the sort key and the id of the last row that was sent. */
export type Cursor = { key: string; id: string }

export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url')

/** @throws AppError invalid when the text is no cursor of ours */
export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    if (typeof key === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$|^\d+$/.test(id)) return { key, id }
  } catch {
    // falls through to the one answer for a bad cursor
  }
  throw invalidField('cursor', 'Invalid cursor')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** For a list sorted by id alone: the last id that was sent. */
export function decodeIdCursor(text: string | undefined): string | undefined {
  const cursor = decodeCursor(text)
  if (cursor && !UUID.test(cursor.id)) throw invalidField('cursor', 'Invalid cursor')
  return cursor?.id
}

/** The same where ids are numbers. */
export function decodeNumberCursor(text: string | undefined): number | undefined {
  const cursor = decodeCursor(text)
  if (cursor && !/^\d{1,15}$/.test(cursor.id)) throw invalidField('cursor', 'Invalid cursor')
  return cursor && Number(cursor.id)
}

/** Cuts the one row that was read beyond `limit` and says where the next page starts. */
export function pageOf<T>(
  rows: T[],
  limit: number,
  cursorOf: (row: T) => Cursor,
): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null }
}
