import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { outboxOf } from '../../test/outbox.ts'
import { useTestApp } from '../../test/test-app.ts'
import { countFailed } from '../console/job-queries.ts'
import { inTransaction } from '../db/client.ts'
import { PermanentJobError } from '../errors/job-errors.ts'
import { enqueueEmail, enqueueSms } from '../messages/enqueue-message.ts'
import { sweepMessages } from '../messages/sweep-messages.ts'
import { findFailedJobs } from './find-failures.ts'
import { findProblems } from './find-problems.ts'
import { watchOnce } from './watch.ts'

const t = useTestApp()
beforeEach(() => t.ctx.db.deleteFrom('messages').execute())

const PHONES = ['+94712345671', '+94712345672', '+94712345673'] as const
const ADDRESSES = ['one@example.test', 'two@example.test', 'three@example.test'] as const

/** Each time a provider takes nothing, or takes what it is given. */
let refusal: Error | undefined
function useProviders(): void {
  const { mailer, smsSender, log } = t.ctx
  const provider = {
    check: async () => undefined,
    send: async () => {
      if (refusal) throw refusal
      return { providerRef: null }
    },
  }
  t.ctx.mailer = { ...provider, name: 'smtp' }
  t.ctx.smsSender = { ...provider, name: 'twilio' }
  const spies = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')].map((spy) => spy.mockImplementation(() => undefined))
  onTestFinished(() => {
    Object.assign(t.ctx, { mailer, smsSender })
    for (const spy of spies) spy.mockRestore()
  })
}

async function sendCode(to: string): Promise<void> {
  t.clock.advance(1_000)
  await inTransaction(t.ctx.db, (tx) => enqueueSms(t.ctx, tx, { to, text: '123456 is your code', code: '123456' }))
  await sweepMessages.run(t.ctx)
}
async function sendMail(to: string): Promise<void> {
  t.clock.advance(1_000)
  await inTransaction(t.ctx.db, (tx) =>
    enqueueEmail(t.ctx, tx, { to, mail: { subject: 'Receipt', text: 'x', html: 'x' } }),
  )
  await sweepMessages.run(t.ctx)
}
const find = async () => (await findProblems(t.ctx)).filter(({ key }) => key.startsWith('messages'))

test('that every SMS is refused is told to every admin, and its end with the first that is taken', async () => {
  const admin = await buildAdmin(t)
  useProviders()
  refusal = new PermanentJobError('Twilio answered 401 (20003)')
  for (const phone of PHONES) await sendCode(phone)
  expect(await find()).toEqual([
    expect.objectContaining({
      key: 'messages sms',
      detail: '3 not sent, the last one: Twilio answered 401 (20003)',
    }),
  ])
  refusal = undefined
  t.clock.advance(20_000)
  await watchOnce(t.ctx)
  await sendCode(PHONES[0])
  t.clock.advance(20_000)
  await watchOnce(t.ctx)
  const subjects = (await outboxOf(t, admin.email)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Verso: No SMS is taken by its provider',
    'Verso: over: No SMS is taken by its provider',
  ])
})

test('wrong numbers among right ones, and one number that is refused again and again, are not told', async () => {
  useProviders()
  refusal = new PermanentJobError('Twilio answered 400 (21211)')
  for (let count = 0; count < 5; count++) await sendCode(PHONES[0])
  await sendCode(PHONES[1])
  expect(await find()).toEqual([])
  refusal = undefined
  await sendCode(PHONES[1])
  refusal = new PermanentJobError('Twilio answered 400 (21211)')
  await sendCode(PHONES[2])
  expect(await find()).toEqual([])
})

test('an SMS that Twilio took and could not deliver later says nothing of the next', async () => {
  useProviders()
  refusal = undefined
  for (const phone of PHONES) await sendCode(phone)
  const set = { status: 'FAILED' as const, error: 'Twilio could not deliver it (30003)' }
  await t.ctx.db.updateTable('messages').set(set).where('channel', '=', 'sms').execute()
  expect(await find()).toEqual([])
})

test('that the provider of SMS is away is told with its words once codes have ended unsent', async () => {
  useProviders()
  refusal = new Error('Twilio answered 503')
  for (const phone of PHONES) await sendCode(phone)
  expect(await find()).toEqual([])
  t.clock.advance(10 * 60_000)
  await sweepMessages.run(t.ctx)
  expect(await find()).toEqual([
    expect.objectContaining({
      key: 'messages sms',
      detail: '3 not sent, the last one: its code or link ended before it could be sent: Twilio answered 503',
    }),
  ])
})

test('one mistyped address is no incident: it is in the list of what has failed', async () => {
  useProviders()
  refusal = new PermanentJobError('the mail server refused the mail (550)')
  await sendMail('mistyped@example.test')
  expect([await findFailedJobs(t.ctx), await find(), await countFailed(t.ctx.db)]).toEqual([[], [], 1])
})

test('that the mail server is away is told after minutes, though an address was refused earlier', async () => {
  useProviders()
  refusal = new PermanentJobError('the mail server refused the mail (550)')
  await sendMail('mistyped@example.test')
  expect(await find()).toEqual([])
  refusal = new Error('connection refused')
  for (const address of ADDRESSES) await sendMail(address)
  t.clock.advance(4 * 60_000)
  expect(await find()).toEqual([])
  t.clock.advance(60_000)
  expect(await find()).toEqual([expect.objectContaining({ key: 'messages email' })])
  refusal = undefined
  t.clock.advance(3_600_000)
  await sweepMessages.run(t.ctx)
  expect(await find()).toEqual([])
})

test('codes that ended while no worker sent anything are not told as refused', async () => {
  useProviders()
  for (const to of PHONES)
    await inTransaction(t.ctx.db, (tx) => enqueueSms(t.ctx, tx, { to, text: '123456 is your code', code: '123456' }))
  t.clock.advance(11 * 60_000)
  await sweepMessages.run(t.ctx)
  expect(await find()).toEqual([])
})
