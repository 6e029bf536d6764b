import { describe, expect, test } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { useWebhooks } from './webhooks.test-support.ts'

const t = useTestApp()
const { receiver, as, call, create, lock } = useWebhooks(t)

describe('an address', () => {
  test('is added with a secret that is said once, and its acts are in the audit log', async () => {
    const { id, secret } = await create(['nft.sold', 'nft.sold'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = { id, url: receiver.url, kinds: ['nft.sold'], state: 'active', failing_since: null }
    expect((await call('GET', '')).body).toEqual({
      data: [{ ...shown, created_at: expect.any(String) }],
      meta: { next_cursor: null, total: 1 },
    })
    const changed = await call('PUT', `${id}/`, { kinds: ['order.paid'] })
    expect(changed.body.data).toMatchObject({ url: receiver.url, kinds: ['order.paid'] })
    const rotated = await call('POST', `${id}/rotate/`)
    expect(rotated.body.data.secret).not.toBe(secret)
    expect((await call('POST', `${id}/pause/`)).body.data.state).toBe('paused')
    expect((await call('POST', `${id}/resume/`)).body.data.state).toBe('active')
    expect((await call('DELETE', `${id}/`)).status).toBe(200)
    expect((await call('GET', `${id}/`)).status).toBe(404)
    const lines = t.ctx.db.selectFrom('audit_log').select(['action', 'before', 'after']).where('subject_id', '=', id)
    const rows = await lines.orderBy('id').execute()
    const acts = ['create', 'change', 'rotate', 'pause', 'resume', 'delete'].map((act) => `webhook.${act}`)
    expect(rows.map(({ action }) => action)).toEqual(acts)
    expect(JSON.stringify(rows)).not.toMatch(/whsec|secret/)
  })

  test('keeps its secret encrypted', async () => {
    const { id, secret } = await create()
    const row = await t.ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
    expect(row.secret.includes(secret)).toBe(false)
  })

  test.each([
    [{ kinds: ['nft.sold'] }, 'url'],
    [{ url: 'nonsense', kinds: ['nft.sold'] }, 'url'],
    [{ url: 'http://example.com/', kinds: ['nft.sold'] }, 'url'],
    [{ url: 'https://10.0.0.1/', kinds: ['nft.sold'] }, 'url'],
    [{ url: 'https://a:b@example.com/', kinds: ['nft.sold'] }, 'url'],
    [{ url: 'https://example.com:99999/', kinds: ['nft.sold'] }, 'url'],
    [{ url: 'https://example.com/' }, 'kinds'],
    [{ url: 'https://example.com/', kinds: [] }, 'kinds'],
    [{ url: 'https://example.com/', kinds: ['nft.sold', 'nft.eaten'] }, 'kinds'],
    [{ url: 'https://example.com/', kinds: 'nft.sold' }, 'kinds'],
    [{ url: 'https://example.com/', kinds: ['nft.sold'], secret: 'whsec_x' }, 'non_field_errors'],
  ])('%j is refused with the field %s', async (body, field) => {
    const answer = await call('POST', '', body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors[0])).toEqual([field])
    const { id } = await create()
    if (Object.keys(body).length < 2) return
    expect((await call('PUT', `${id}/`, body)).status).toBe(400)
  })

  test('that is unknown, and a delivery that is unknown or another address’s, is not found', async () => {
    const [{ id }, other] = [await create(), await create()]
    const theirs = (await call('POST', `${other.id}/test/`)).body.data.id
    const unknown = t.ctx.random.id()
    for (const path of [`${unknown}/pause/`, 'x/test/', `${id}/deliveries/${unknown}/redeliver/`])
      expect((await call('POST', path)).status, path).toBe(404)
    expect((await call('POST', `${id}/deliveries/${theirs}/redeliver/`)).status).toBe(404)
    for (const path of [`${unknown}/`, `${unknown}/deliveries/`]) expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', `${id}/deliveries/?status=lost`)).body.errors).toEqual([{ status: ['Unknown status'] }])
  })

  test('is an admin’s alone, and new ones ask for a second factor', async () => {
    const member = await buildMember(t)
    const stale = await buildAdmin(t, { steppedUp: false })
    const { id } = await create()
    expect((await as(member, 'GET', '')).status).toBe(403)
    const added = await as(stale, 'POST', '', { url: receiver.url, kinds: ['nft.sold'] })
    expect([added.status, added.body.code]).toEqual([403, 'step_up_required'])
    expect((await as(stale, 'POST', `${id}/pause/`)).status).toBe(200)
  })
})

test('deliveries come page by page, the newest first, also of one status', async () => {
  const { id } = await create()
  const events: string[] = []
  for (let count = 0; count < 5; count++) {
    events.unshift(await lock())
    t.clock.advance(1_000)
    await t.runJobs()
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await call('GET', `${id}/deliveries/?limit=2&status=delivered${cursor && `&cursor=${cursor}`}`)
    expect(body.meta.total).toBe(5)
    seen.push(...body.data.map((delivery: { event_id: string }) => delivery.event_id))
    cursor = body.meta.next_cursor ?? ''
  } while (cursor)
  expect(seen).toEqual(events)
  expect((await call('GET', `${id}/deliveries/?status=failed`)).body).toMatchObject({ data: [], meta: { total: 0 } })
})

test('the description has a webhook for every type of event, and for the test', async () => {
  const { webhooks } = (await t.call('GET', '/api/openapi.json')).body
  expect(Object.keys(webhooks)).toEqual(expect.arrayContaining(['nft.sold', 'payout.paid', 'webhook.test']))
  const { schema } = webhooks['nft.approved'].post.requestBody.content['application/json']
  expect(schema.properties.type).toMatchObject({ const: 'nft.approved' })
  expect(Object.keys(schema.properties.data.properties)).toEqual(['nft_id', 'creator_id', 'reason'])
})
