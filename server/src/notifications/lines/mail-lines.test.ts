import type { Notification } from '@verso/protocol/users/notifications'
import { describe, expect, test } from 'vitest'
import { buildBuyer, decide, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { complete, pay } from '../../../test/build-sale.ts'
import { mailLinesSweep } from './mail-lines.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

const put = ({ tokens }: Member, path: string, body: object) => t.call('PUT', path, { token: tokens.access, body })
const follow = (member: Member, followed: Member) => put(member, `/api/users/${followed.id}/follow/`, {})
const kindsTold = async ({ tokens }: Member): Promise<string[]> => {
  const { body } = await t.call('GET', '/api/notifications/', { token: tokens.access })
  return body.data.map(({ kind }: Notification) => kind)
}

describe('the mails', () => {
  const choose = (member: Member, choices: object[]) => put(member, '/api/notifications/settings/', { kinds: choices })
  const mailsTo = async ({
    email,
  }: Member): Promise<{ subject: string; text: string; unsubscribe_url: string | null }[]> => {
    await t.runJobs()
    await mailLinesSweep.run(t.ctx)
    const mails = t.ctx.db.selectFrom('messages').select(['subject', 'body_text as text', 'unsubscribe_url'])
    return (await mails.where('recipient', '=', email).orderBy('created_at').execute()) as never
  }
  const sell = async (seller: Member) => {
    const nft = await buildNft(t, { creator: seller, name: 'Night Bloom' })
    const listing = await buildListing(t, { nft, priceCents: 2_500 })
    const paymentId = await reserve(t, await buildBuyer(t), nft)
    await pay(t, { listing, paymentId })
    await complete(t, listing)
  }

  test('go out as chosen: at once, never, or those of a day together at eight in the morning where the member is', async () => {
    const [now, off, daily] = [await buildMember(t), await buildMember(t), await buildMember(t)]
    await choose(now, [{ kind: 'follow.created', email: 'now' }])
    await choose(off, [{ kind: 'nft.sold', email: 'off' }])
    await choose(daily, [
      { kind: 'nft.sold', email: 'daily' },
      { kind: 'follow.created', email: 'daily', in_app: false },
    ])
    await put(daily, '/api/notifications/settings/', { time_zone: 'Asia/Tokyo' })
    for (const member of [now, off, daily]) {
      await follow(await buildMember(t), member)
      await sell(member)
    }
    expect((await mailsTo(now)).map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/ follows you\.$/),
      'You sold “Night Bloom”',
    ])
    expect(await mailsTo(off)).toEqual([])
    expect(await mailsTo(daily)).toEqual([])
    expect(await kindsTold(daily)).not.toContain('follow.created')
    const due = await t.ctx.db
      .selectFrom('notifications')
      .select('mail_due_at')
      .where('user_id', '=', daily.id)
      .execute()
    const hours = due.filter((row) => row.mail_due_at).map((row) => row.mail_due_at?.toISOString().slice(11, 19))
    expect(hours).toEqual(['23:00:00', '23:00:00'])
    t.clock.advance(24 * 3_600_000)
    const [mail, ...others] = await mailsTo(daily)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 things happened at Verso')
    expect(mail?.text).toMatch(/ follows you\..* bought “Night Bloom”/s)
    expect(await mailsTo(daily)).toHaveLength(1)
  })

  test('a line is mailed once, also when the worker dies on the way', async () => {
    const member = await buildMember(t)
    await choose(member, [{ kind: 'follow.created', email: 'now' }])
    await follow(await buildMember(t), member)
    t.ctx.failpoints.arm('mail-lines.before-commit')
    await t.runJobs().catch(() => undefined)
    expect(t.ctx.failpoints.listArmed()).toEqual([])
    expect(await mailsTo(member)).toHaveLength(1)
    expect(await mailsTo(member)).toHaveLength(1)
  })

  test('of a kind that is not required say how to be rid of it: by a POST without a sign-in, never by looking', async () => {
    const member = await buildMember(t)
    await sell(member)
    const [mail] = await mailsTo(member)
    const path = new URL(mail?.unsubscribe_url ?? '').pathname
    expect(mail?.text).toContain(path.replace('/api/notifications', '/app').replace(/\/$/, ''))
    const settings = async () =>
      (await t.call('GET', '/api/notifications/settings/', { token: member.tokens.access })).body.data.kinds
    const sold = async () => (await settings()).find(({ kind }: { kind: string }) => kind === 'nft.sold').email
    const look = await t.call('GET', path)
    expect([look.status, look.headers.location]).toEqual([
      302,
      path.replace('/api/notifications', '/app').replace(/\/$/, ''),
    ])
    expect(await sold()).toBe('now')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await t.app.inject({
      method: 'POST',
      url: path,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([answer.statusCode, answer.json().data]).toEqual([200, { kind: 'nft.sold', email: 'off' }])
    expect(await sold()).toBe('off')
    expect((await t.call('POST', path)).status).toBe(200)
    for (const token of ['x', `${path.split('/')[4]?.slice(0, -4)}AAAA`])
      expect((await t.call('POST', `/api/notifications/unsubscribe/${token}/`)).status).toBe(404)
    await decide(t, await topup(t, member, 20), 'success')
    expect((await mailsTo(member)).at(-1)).toMatchObject({ unsubscribe_url: null })
    await t.ctx.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', member.id).execute()
    expect((await t.call('POST', path)).status).toBe(404)
  })
})
