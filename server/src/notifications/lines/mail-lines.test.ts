import { addressOf } from '@verso/protocol/pages/pages'
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS, type Notification } from '@verso/protocol/users/notifications'
import { describe, expect, test } from 'vitest'
import { buildBuyer, decide, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { complete, pay } from '../../../test/build-sale.ts'
import { unsubscribeFrom } from '../unsubscribe/unsubscribe-token.ts'
import { mailLinesSweep } from './mail-lines.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'

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

  test('of the day go by what is chosen when they are sent: not at all, or by the clock of the place where the member is now', async () => {
    const [quiet, moved] = [await buildMember(t), await buildMember(t)]
    for (const member of [quiet, moved]) {
      await choose(member, [{ kind: 'follow.created', email: 'daily' }])
      await follow(await buildMember(t), member)
      await t.runJobs()
    }
    await choose(quiet, [{ kind: 'follow.created', email: 'off' }])
    await put(moved, '/api/notifications/settings/', { time_zone: 'Asia/Tokyo' })
    const due = t.ctx.db.selectFrom('notifications').select('mail_due_at').where('user_id', '=', moved.id)
    expect((await due.executeTakeFirstOrThrow()).mail_due_at?.toISOString().slice(11, 19)).toBe('23:00:00')
    t.clock.advance(48 * 3_600_000)
    expect(await mailsTo(quiet)).toEqual([])
    expect(await mailsTo(moved)).toHaveLength(1)
  })

  test('of the day end for all kinds that one told of', async () => {
    const member = await buildMember(t)
    const kinds = ['nft.sold', 'follow.created']
    await choose(
      member,
      kinds.map((kind) => ({ kind, email: 'daily' })),
    )
    await follow(await buildMember(t), member)
    await sell(member)
    await t.runJobs()
    t.clock.advance(24 * 3_600_000)
    const mail = (await mailsTo(member)).at(-1)
    expect(mail?.subject).toMatch(/^\d things happened/)
    expect((await t.call('POST', new URL(mail?.unsubscribe_url ?? '').pathname)).status).toBe(200)
    const chosen = t.ctx.db.selectFrom('notification_choices').select('email').where('user_id', '=', member.id)
    expect(await chosen.execute()).toEqual([{ email: 'off' }, { email: 'off' }])
  })

  test('of who follows, stops and follows again are one; of another follower there is a second', async () => {
    const [member, fan] = [await buildMember(t), await buildMember(t)]
    await choose(member, [{ kind: 'follow.created', email: 'now' }])
    for (let times = 0; times < 3; times++) {
      await follow(fan, member)
      expect(await mailsTo(member)).toHaveLength(1)
      await t.call('DELETE', `/api/users/${member.id}/follow/`, { token: fan.tokens.access })
    }
    await follow(await buildMember(t), member)
    expect(await mailsTo(member)).toHaveLength(2)
  })

  type Warning = 'security.new_device' | 'member.locked'
  const warn = (member: Member, type: Warning) =>
    inTransaction(t.ctx.db, (tx) =>
      recordEvent(t.ctx, tx, {
        type,
        subjects: [user(member.id)],
        data: { user_id: member.id, ...(type === 'security.new_device' && { session_id: member.sessionId }) },
      } as never),
    )

  test.each([
    ['security.new_device', 'New sign-in'],
    ['member.locked', 'Account locked'],
  ] as const)('of %s alone say in the subject no more than "%s"', async (type, title) => {
    const member = await buildMember(t)
    await warn(member, type)
    expect((await mailsTo(member)).map(({ subject }) => subject)).toEqual([title])
  })

  test('tell of a new device and of a lock, so that no member has to look under the bell for them', async () => {
    const member = await buildMember(t)
    await warn(member, 'security.new_device')
    await warn(member, 'member.locked')
    await warn(member, 'member.locked')
    const [mail, ...others] = await mailsTo(member)
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/new device\. If it was not you, change your password.*locked for a while/s)
    expect(mail?.unsubscribe_url).toBeNull()
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
    const page = addressOf('unsubscribe', { token: path.split('/').at(-2) ?? '' })
    expect(mail?.text).toContain(page)
    const settings = async () =>
      (await t.call('GET', '/api/notifications/settings/', { token: member.tokens.access })).body.data.kinds
    const sold = async () => (await settings()).find(({ kind }: { kind: string }) => kind === 'nft.sold').email
    const look = await t.call('GET', path)
    expect([look.status, look.headers.location]).toEqual([302, page])
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
    const kinds = NOTIFICATION_KIND_NAMES.filter((kind) => !('isRequired' in NOTIFICATION_KINDS[kind]))
    const ofAll = new URL(unsubscribeFrom(t.ctx, member.id, kinds)?.unsubscribeUrl ?? '').pathname
    expect((await t.call('POST', ofAll)).status).toBe(200)
    for (const token of ['x', `${path.split('/')[4]?.slice(0, -4)}AAAA`])
      expect((await t.call('POST', `/api/notifications/unsubscribe/${token}/`)).status).toBe(404)
    await decide(t, await topup(t, member, 20), 'success')
    expect((await mailsTo(member)).at(-1)).toMatchObject({ unsubscribe_url: null })
    await t.ctx.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', member.id).execute()
    expect((await t.call('POST', path)).status).toBe(404)
  })
})
