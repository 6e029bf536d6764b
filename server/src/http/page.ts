import type { ListMeta } from '@verso/protocol/envelope'
import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { TIME_KEY } from '../db/times.ts'
import { invalidField } from './app-error.ts'

/** An opaque place in a keyset-sorted list: the sort key and the id of the last row that was sent, and the list's sort where it has several. */
export type Cursor = { key: string; id: string; sort?: string }

export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id, ...(cursor.sort === undefined ? [] : [cursor.sort])])).toString(
    'base64url',
  )

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NUMBER = /^\d{1,15}$/

/**
 * @param sort the sort that the list is asked for now, where it has several: a place in another order is none in this one
 * @throws AppError invalid when the text is no cursor of ours
 */
export const decodeCursor = (text: string | undefined, sort?: string): Cursor | undefined => decode(text, UUID, sort)

/** For a list sorted by time: the key is a `timeKey`. */
export function decodeTimeCursor(text: string | undefined): Cursor | undefined {
  const cursor = decodeCursor(text)
  if (cursor && !TIME_KEY.test(cursor.key)) throw invalidField('cursor', 'Invalid cursor')
  return cursor
}

/** For a list sorted by id alone: the last id that was sent. */
export const decodeIdCursor = (text: string | undefined): string | undefined => decode(text, UUID)?.id

/** The same where ids are numbers. */
export function decodeNumberCursor(text: string | undefined): number | undefined {
  const cursor = decode(text, NUMBER)
  return cursor && Number(cursor.id)
}

function decode(text: string | undefined, idPattern: RegExp, expectedSort?: string): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const [key, id, sort] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    // PostgreSQL cannot store NUL, so no key of ours holds one.
    const isKey = typeof key === 'string' && !key.includes('\0')
    if (isKey && typeof id === 'string' && idPattern.test(id) && sort === expectedSort) return { key, id }
  } catch {
    // falls through to the one answer for a bad cursor
  }
  throw invalidField('cursor', 'Invalid cursor')
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

/** The cursor and total of a list; of more rows than are counted, that they are more (docs/rules.md R26). */
export const metaOf = ({ nextCursor, total }: { nextCursor: string | null; total: number }): ListMeta => ({
  next_cursor: nextCursor,
  ...(total > LIST_TOTAL_MAX ? { total: LIST_TOTAL_MAX, total_capped: true } : { total }),
})
