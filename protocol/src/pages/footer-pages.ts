import { z } from 'zod'
import { FOOTER_PAGES } from './pages.ts'

export const pageParams = z.object({ page: z.string() })

/** `GET /api/pages/{page}/`: the text of today, in the little of Markdown that the front end shows. */
export const page = z.object({
  page: z.enum(FOOTER_PAGES),
  text: z.string(),
  /** Counts what was saved; 0 is the text that comes with the product. */
  version: z.number().int(),
  updated_at: z.string(),
})
export const pageVersion = page.extend({
  /** null: it came with the product. */
  saved_by: z.object({ id: z.string(), email: z.string() }).nullable(),
})
/** `PUT /api/admin/pages/{page}/`: `version` is the one that was edited, so that no other admin's text is lost. */
export const pageBody = z.object({
  text: z.string({ error: 'Required' }).trim().min(1, 'Required').max(50_000, 'Too long'),
  version: z.number({ error: 'Required' }).int('Invalid value').min(0, 'Invalid value').max(1_000_000, 'Invalid value'),
})

export type Page = z.infer<typeof page>
export type PageVersion = z.infer<typeof pageVersion>
export type PageBody = z.infer<typeof pageBody>
