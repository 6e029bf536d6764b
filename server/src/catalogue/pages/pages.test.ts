import { FOOTER_PAGES } from '@verso/protocol/pages/pages'
import { describe, expect, it } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

describe('the pages of the footer', () => {
  const t = useTestApp()
  const read = async (page: string) => (await t.call('GET', `/api/pages/${page}/`)).body.data
  const asAdmin = (method: 'GET' | 'PUT', path: string, admin: Member, body?: object) =>
    t.call(method, `/api/admin/pages/${path}`, { site: 'admin', token: admin.tokens.access, ...(body && { body }) })

  it('have a default text', async () => {
    for (const page of FOOTER_PAGES)
      expect(await read(page)).toMatchObject({ page, version: 0, text: expect.stringMatching(/^# \w/) })
    expect((await t.call('GET', '/api/pages/other/')).status).toBe(404)
    expect((await asAdmin('GET', '', await buildAdmin(t))).body.data).toHaveLength(FOOTER_PAGES.length)
  })

  it('show what an admin saves at once; every version and its author are kept', async () => {
    const admin = await buildAdmin(t)
    expect((await asAdmin('PUT', 'terms/', admin, { text: '# Terms\n\nNew', version: 0 })).status).toBe(200)
    expect((await asAdmin('PUT', 'terms/', admin, { text: '# Terms\n\nNewer', version: 1 })).status).toBe(200)
    const shown = await read('terms')
    expect(shown).toEqual({ page: 'terms', text: '# Terms\n\nNewer', version: 2, updated_at: expect.any(String) })
    const versions = (await asAdmin('GET', 'terms/versions/', admin)).body.data
    expect(versions).toMatchObject([
      { version: 2, saved_by: { email: admin.email }, updated_at: shown.updated_at },
      { version: 1, text: '# Terms\n\nNew' },
      { version: 0, saved_by: null },
    ])
    const audit = await t.call('GET', '/api/admin/audit/?search=page.save', {
      site: 'admin',
      token: admin.tokens.access,
    })
    expect(audit.body.data[0]).toMatchObject({
      subject_id: 'terms',
      before: { version: 1, text: '# Terms\n\nNew' },
      after: { version: 2, text: '# Terms\n\nNewer' },
    })
    await expect(t.ctx.db.deleteFrom('page_versions').execute()).rejects.toThrow()
  })

  it('are saved once by a save that is sent again under its key', async () => {
    const { tokens } = await buildAdmin(t)
    const save = (text: string) =>
      t.call('PUT', '/api/admin/pages/about/', {
        site: 'admin',
        token: tokens.access,
        headers: { 'idempotency-key': 'one save' },
        body: { text, version: 0 },
      })
    const answers = [await save('# About'), await save('# About'), await save('# Other')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await read('about')).version).toBe(1)
  })

  it('lose no text: of two admins who save at once one is told to reload', async () => {
    const admin = await buildAdmin(t)
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => asAdmin('PUT', 'faq/', admin, { text, version: 0 })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect((await read('faq')).version).toBe(1)
    expect((await asAdmin('PUT', 'faq/', admin, { text: 'Late', version: 0 })).status).toBe(409)
    expect((await asAdmin('PUT', 'faq/', admin, { text: ' ', version: 1 })).body.errors).toEqual([
      { text: ['Required'] },
    ])
  })
})
