import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './limits.ts'

/** The failure envelope (docs/rules.md R97): the first entry is a plain string or the messages of each field. */
export const errorEnvelope = z.object({
  errors: z.array(z.union([z.string(), z.record(z.string(), z.array(z.string()))])).min(1),
  code: z.string(),
  request_id: z.string(),
  meta: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>

export const dataOf = <T extends z.ZodType>(data: T) => z.object({ data })
/** A list that is given whole. */
export const wholeList = <T>(data: T[]) => ({ data, meta: { next_cursor: null, total: data.length } })
const listMeta = z.object({
  next_cursor: z.string().nullable(),
  /** Exact unless it is capped (docs/rules.md R26). */
  total: z.number().int(),
  total_capped: z.literal(true).optional(),
})
export type ListMeta = z.infer<typeof listMeta>
export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: listMeta })

export type ListAnswer<Item> = z.infer<ReturnType<typeof listOf<z.ZodType<Item>>>>

export const id = z.uuid('Invalid id')
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** An id in a path or filter. Ids are opaque: what cannot be one of ours is an id that nothing has, so the answer is 404 or an empty list. */
export const pathId = z.string().transform((value) => (id.safeParse(value).success ? value : NO_ID))
export const idParams = z.object({ id: pathId })
/** Of a list that is given page by page: `cursor` is the `next_cursor` of the page before. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})
/** A time with four digits of a year, as answers have it too. */
export const isoTime = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) < Date.UTC(10_000, 0), 'Invalid value')
/** A query flag: "true" or "false" (also 1 and 0). */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
