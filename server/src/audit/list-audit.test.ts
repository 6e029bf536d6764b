import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { DB } from '../db/types.gen.ts'
import { listAudit } from './list-audit.ts'

const t = useTestApp()

test('each way to search the audit log reads an index, however long it is', async () => {
  const admin = await buildAdmin(t)
  const pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 })
  onTestFinished(() => pool.end())
  await pool.query(
    `insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
     select case when n % 100 = 0 then $1::uuid end, 'bulk.' || n % 7, 'nft', 'subject-' || n, now() from generate_series(1, 20000) n`,
    [admin.id],
  )
  await pool.query('analyze audit_log')
  const search = async (text: string) =>
    (await t.call('GET', `/api/admin/audit/?limit=2&search=${text}`, { site: 'admin', token: admin.tokens.access }))
      .body
  expect((await search('subject-12345')).data).toMatchObject([{ subject_id: 'subject-12345', action: 'bulk.4' }])
  const [first] = (await search(admin.id)).data
  expect(first).toMatchObject({ subject_id: 'subject-20000', actor: { id: admin.id } })
  expect((await search('bulk.4')).meta).toMatchObject({ total: 1_000, total_capped: true })
  expect((await search('bulk_4')).data).toEqual([])

  const queries: CompiledQuery[] = []
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void queries.push(event.query),
  })
  for (const text of ['subject-12345', admin.id, 'bulk.4', 'nothing', undefined])
    await listAudit(listening, { search: text, limit: 20 })
  expect(queries).toHaveLength(10)
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query<object>(`explain ${sql}`, [...parameters])
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).not.toContain('Seq Scan on audit_log')
  }
})
