import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'

const URL = 'https://verso.test'
const TOKEN = 'twilio-secret'
const t = useTestApp({
  env: {
    SMS_DRIVER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_FROM: '+15551112222',
    PUBLIC_URL: URL,
  },
})

async function sentSms(): Promise<string> {
  const id = t.ctx.random.id()
  const now = t.clock.now()
  const row = { id, channel: 'sms' as const, recipient: '+94771234567', body_text: '', status: 'SENT' as const }
  await t.ctx.db
    .insertInto('messages')
    .values({ ...row, due_at: now, created_at: now })
    .execute()
  return id
}

/** Calls back as Twilio does: a form, signed over the address and the sorted fields. */
async function callBack(id: string, fields: Record<string, string>, token = TOKEN): Promise<number> {
  const url = `/api/messages/${id}/twilio/`
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('')
  const signature = createHmac('sha1', token).update(`${URL}${url}${text}`).digest('base64')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  const answer = await t.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
  return answer.statusCode
}

const rowOf = (id: string) =>
  t.ctx.db.selectFrom('messages').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()

test('an SMS that could not be delivered is marked, one that was is not', async () => {
  const [lost, arrived] = [await sentSms(), await sentSms()]
  expect(await callBack(lost, { MessageStatus: 'undelivered', ErrorCode: '30003' })).toBe(204)
  expect(await callBack(arrived, { MessageStatus: 'delivered' })).toBe(204)
  expect(await rowOf(lost)).toEqual({ status: 'FAILED', error: 'Twilio could not deliver it (30003)' })
  expect(await rowOf(arrived)).toMatchObject({ status: 'SENT' })
})

test('any other sender is refused', async () => {
  const id = await sentSms()
  expect(await callBack(id, { MessageStatus: 'failed' }, 'another-secret')).toBe(403)
  expect(await rowOf(id)).toMatchObject({ status: 'SENT' })
})

test.each([
  ['a character that no text may have', { MessageStatus: 'failed', ErrorCode: 'a\u0000b' }],
  ['no status', { ErrorCode: '30003' }],
])('what is signed and has %s is refused, and changes nothing', async (_what, fields) => {
  const id = await sentSms()
  expect(await callBack(id, fields as Record<string, string>)).toBe(400)
  expect(await rowOf(id)).toMatchObject({ status: 'SENT' })
})
