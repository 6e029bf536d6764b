import type { PageBody, PageVersion } from '@verso/protocol/pages/footer-pages'
import type { FooterPage } from '@verso/protocol/pages/pages'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { recordAudit } from '../../audit/audit.ts'
import { getPage } from './queries.ts'

const changedMeanwhile = () => conflict('Somebody else has saved this page meanwhile.')

/**
 * Adds a version of a page, which is shown from now on; the same text again adds none.
 * @throws AppError conflict when another admin saved one meanwhile: the primary key lets one of them through
 */
export async function savePage(
  ctx: Context,
  tx: Tx,
  input: PageBody & { page: FooterPage; actorId: string; requestId: string },
): Promise<PageVersion> {
  const { page, text, actorId, requestId } = input
  const before = await getPage(tx, page)
  if (before.version !== input.version) throw changedMeanwhile()
  if (before.text.trim() === text) return before
  const version = before.version + 1
  try {
    await tx
      .insertInto('page_versions')
      .values({ page, version, text, saved_by: actorId, created_at: ctx.clock.now() })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw changedMeanwhile()
    throw error
  }
  await recordAudit(ctx, tx, {
    actorId,
    requestId,
    action: 'page.save',
    subject: { type: 'page', id: page },
    before: { version: before.version, text: before.text },
    after: { version, text },
  })
  return getPage(tx, page)
}
