import type { PageVersion } from '@verso/protocol/pages/footer-pages'
import { FOOTER_PAGES, type FooterPage } from '@verso/protocol/pages/pages'
import type { Db, Tx } from '../../db/client.ts'
import { DEFAULTS_CHANGED_AT, readDefaultPage } from './default-pages.ts'

const VERSIONS_SHOWN = 50

const defaultVersion = async (page: FooterPage): Promise<PageVersion> => ({
  page,
  text: await readDefaultPage(page),
  version: 0,
  updated_at: DEFAULTS_CHANGED_AT,
  saved_by: null,
})

const selectVersions = (db: Db | Tx) =>
  db
    .selectFrom('page_versions')
    .leftJoin('users', 'users.id', 'page_versions.saved_by')
    .select(['page', 'version', 'text', 'saved_by', 'page_versions.created_at', 'users.email'])

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number]

const present = (row: VersionRow): PageVersion => ({
  page: row.page as FooterPage,
  text: row.text,
  version: row.version,
  updated_at: row.created_at.toISOString(),
  saved_by: { id: row.saved_by, email: row.email ?? '' },
})

/** The text of today. */
export async function getPage(db: Db | Tx, page: FooterPage): Promise<PageVersion> {
  const row = await selectVersions(db).where('page', '=', page).orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row ? present(row) : defaultVersion(page)
}

/** Every page with its text of today. */
export const listPages = (db: Db): Promise<PageVersion[]> => Promise.all(FOOTER_PAGES.map((page) => getPage(db, page)))

/** The versions of a page's text, newest first; the text that came with the product is the last. */
export async function listPageVersions(db: Db, page: FooterPage): Promise<PageVersion[]> {
  const rows = await selectVersions(db)
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(VERSIONS_SHOWN)
    .execute()
  return [...rows.map(present), await defaultVersion(page)]
}
