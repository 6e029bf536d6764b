import {
  MAX_BANK_ACCOUNTS_PER_DAY,
  MAX_FOLLOWS_PER_DAY,
  MAX_IDEMPOTENCY_KEYS,
  MAX_PAYOUT_REQUESTS_PER_DAY,
  MAX_REPORTS_PER_DAY,
} from '@verso/protocol/limits'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { BANK } from '../bank-details.ts'
import { buildAdmin, buildMember, type Member } from '../build-member.ts'
import { buildNft } from '../build-nft.ts'
import { giveEarnings } from '../give-credits.ts'
import { useTestApp } from '../test-app.ts'

const HOUR_MS = 3_600_000
const t = useTestApp()

/** As if the member had done it so often today already. */
const useUp = (points: number) => sql`update rate_limits set points = ${points}`.execute(t.ctx.db)

test('a member reports so many NFTs a day, and writes again about those', async () => {
  const member = await buildMember(t)
  const { access: token } = member.tokens
  const report = ({ id }: { id: string }) =>
    t.call('POST', `/api/nfts/${id}/reports/`, { token, body: { reason: 'SPAM' } })
  const [first, last, more] = [await buildNft(t), await buildNft(t), await buildNft(t)]
  expect((await report(first)).status).toBe(200)
  await useUp(MAX_REPORTS_PER_DAY - 1)
  expect((await report(last)).status).toBe(200)
  expect(await report(more)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect((await report(first)).status).toBe(200)
})

test('a member follows so often a day, however often they stop', async () => {
  const [member, artist] = [await buildMember(t), await buildMember(t)]
  const { access: token } = member.tokens
  const path = `/api/users/${artist.id}/follow/`
  expect((await t.call('PUT', path, { token, body: {} })).status).toBe(200)
  await useUp(MAX_FOLLOWS_PER_DAY)
  await t.call('DELETE', path, { token })
  expect((await t.call('PUT', path, { token, body: {} })).status).toBe(429)
})

test('a member asks for so many payouts a day, however often they take them back', async () => {
  const member = await buildMember(t)
  await giveEarnings(t, { userId: member.id })
  const { access: token } = member.tokens
  const ask = () => t.call('POST', '/api/payouts/', { token, body: { amount: 1 } })
  const { status, body } = await ask()
  expect(status).toBe(200)
  await t.call('PUT', `/api/payouts/${body.data.id}/`, { token, body: { status: 'CANCELLED' } })
  await useUp(MAX_PAYOUT_REQUESTS_PER_DAY)
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
})

test('a member adds so many bank accounts a day, however often they remove them', async () => {
  const { headers } = await buildMember(t)
  const add = () => t.call('POST', '/api/accounts/fiats/', { headers, body: BANK })
  expect((await add()).status).toBe(200)
  await useUp(MAX_BANK_ACCOUNTS_PER_DAY)
  expect((await add()).status).toBe(429)
})

test('a member makes so many changes an hour, of all kinds together, and reads on', async () => {
  // The hours of the clock are counted.
  t.clock.advance(HOUR_MS - (t.clock.now().getTime() % HOUR_MS))
  const [member, other, admin] = [await buildMember(t), await buildMember(t), await buildAdmin(t)]
  const open = t.ctx.config.limits.changesPerHourPerMember
  Object.assign(t.ctx.config.limits, { changesPerHourPerMember: 2 })
  onTestFinished(() => void Object.assign(t.ctx.config.limits, { changesPerHourPerMember: open }))
  const change = async ({ tokens }: Member) =>
    (await t.call('PUT', '/api/notifications/read/', { token: tokens.access, body: { all: true } })).status
  // A caller with the password alone does not use it up.
  const signIn = { username: member.email, password: member.password }
  const temporary = (await t.call('POST', '/api/auth/token/', { body: signIn })).body.data.access
  for (let wrong = 0; wrong < 3; wrong++) {
    const answer = await t.call('POST', '/api/auth/verify/otp/', { token: temporary, body: { otp: '000000' } })
    expect(answer.status).not.toBe(429)
  }
  expect([await change(member), await change(member), await change(member)]).toEqual([200, 200, 429])
  expect((await t.call('GET', '/api/notifications/', { token: member.tokens.access })).status).toBe(200)
  expect(await change(other)).toBe(200)
  expect([await change(admin), await change(admin), await change(admin)]).toEqual([200, 200, 200])
})

test('who has stolen a session and uses up the changes keeps the member from nothing that ends it', async () => {
  const [member, open] = [await buildMember(t), t.ctx.config.limits.changesPerHourPerMember]
  Object.assign(t.ctx.config.limits, { changesPerHourPerMember: 0 })
  onTestFinished(() => void Object.assign(t.ctx.config.limits, { changesPerHourPerMember: open }))
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body = {}) =>
    (await t.call(method, path, { token: member.tokens.access, body })).status
  expect(await call('PUT', '/api/notifications/read/', { all: true })).toBe(429)
  expect(await call('POST', '/api/auth/verify/step-up/send/')).toBe(200)
  expect(await call('POST', '/api/auth/verify/step-up/', { otp: '00000' })).toBe(400)
  const password = { current: member.password, new_password: 'another-pass' }
  expect(await call('POST', '/api/auth/password/', password)).toBe(200)
  expect(await call('DELETE', `/api/auth/sessions/${t.ctx.random.id()}/`)).toBe(404)
  expect(await call('DELETE', '/api/auth/sessions/')).toBe(200)
  expect(await call('POST', '/api/auth/signout/')).toBe(200)
})

test('a member changes the password so often in 15 minutes, right or wrong, as each is mailed', async () => {
  const member = await buildMember(t)
  const change = (current: string, next: string) =>
    t.call('POST', '/api/auth/password/', { token: member.tokens.access, body: { current, new_password: next } })
  expect((await change(member.password, 'another-pass')).status).toBe(200)
  await useUp(t.ctx.config.limits.passwordFailuresPerAccountAndNetwork)
  expect((await change('another-pass', member.password)).status).toBe(429)
})

test('ending the other sessions when there are none writes no line', async () => {
  const member = await buildMember(t)
  for (const _ of [1, 2])
    expect((await t.call('DELETE', '/api/auth/sessions/', { token: member.tokens.access })).status).toBe(200)
  const lines = t.ctx.db.selectFrom('audit_log').select('action').where('actor_id', '=', member.id)
  expect(await lines.where('action', '=', 'session.end-others').execute()).toEqual([])
})

test('a member has so many answers kept under Idempotency-Keys, and gets each of them again', async () => {
  const member = await buildMember(t)
  const save = (key: string) =>
    t.call('PUT', '/api/notifications/settings/', {
      token: member.tokens.access,
      body: { news: true },
      headers: { 'idempotency-key': key },
    })
  expect((await save('first')).status).toBe(200)
  await sql`insert into idempotency_keys (user_id, key, request_hash, status_code, body, created_at)
    select ${member.id}, 'key ' || n, '', 200, '{}', ${t.clock.now()} from generate_series(2, ${MAX_IDEMPOTENCY_KEYS}::int) as n`.execute(
    t.ctx.db,
  )
  expect((await save('one more')).status).toBe(429)
  expect((await save('first')).status).toBe(200)
})
