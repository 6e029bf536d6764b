import { afterEach, expect, test } from 'vitest'
import { topup } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { buildFile } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { updatePayment } from '../../payments/records/payment-row.ts'
import { readWaiting } from './read-waiting.ts'

const t = useTestApp()
const HOUR_MS = 3_600_000
afterEach(() => t.ctx.db.deleteFrom('payments').execute())

const told = async (name: string) =>
  (await readWaiting(t.ctx)).filter((figure) => figure.name === name).map(({ value, labels }) => ({ value, ...labels }))

test('a payment that is asked about all the time is as old as it is', async () => {
  const id = await topup(t, await buildMember(t), 5)
  t.clock.advance(3 * HOUR_MS)
  await inTransaction(t.ctx.db, (tx) => updatePayment(t.ctx, tx, id, { lookups: 60 }))
  t.clock.advance(HOUR_MS)
  expect(await told('verso_payment_oldest_seconds')).toEqual([
    { kind: 'TOPUP', status: 'CREATED', value: expect.closeTo(4 * 3_600, -2) },
  ])
})

test('a payment that waits for a person is as old as its wait', async () => {
  const id = await topup(t, await buildMember(t), 5)
  t.clock.advance(3 * HOUR_MS)
  const waits = { status: 'NEEDS_REVIEW', review_reason: 'Look', due_at: null } as const
  await inTransaction(t.ctx.db, (tx) => updatePayment(t.ctx, tx, id, waits))
  t.clock.advance(HOUR_MS)
  expect(await told('verso_payment_oldest_seconds')).toEqual([
    { kind: 'TOPUP', status: 'NEEDS_REVIEW', value: expect.closeTo(3_600, -2) },
  ])
})

test('an image that is not tried again keeps no alert on, and is told by itself', async () => {
  const { id: ownerId } = await buildMember(t)
  const [lost, waiting] = [await buildFile(t, { ownerId }), await buildFile(t, { ownerId })]
  const set = (id: string, copy_attempts: number, created_at: Date) =>
    t.ctx.db.updateTable('files').set({ processed_at: null, copy_attempts, created_at }).where('id', '=', id).execute()
  const ago = (hours: number) => new Date(t.clock.now().getTime() - hours * HOUR_MS)
  await set(lost.id, 2, ago(30))
  await set(waiting.id, 1, ago(1))
  expect(await told('verso_files_unprocessed')).toEqual([{ value: 1 }])
  expect(await told('verso_file_oldest_seconds')).toEqual([{ value: expect.closeTo(3_600, -2) }])
  expect(await told('verso_files_given_up')).toEqual([{ value: 1 }])
})

test('a mail that a provider refuses is old, and one that no provider was asked to take waits', async () => {
  await t.ctx.db.deleteFrom('messages').execute()
  const mail = { subject: 'Receipt', text: 'x', html: 'x' }
  const enqueue = (to: string) => inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to, mail }))
  const refused = await enqueue('away@example.test')
  await t.ctx.db.updateTable('messages').set({ attempts: 3, error: '450' }).where('id', '=', refused).execute()
  t.clock.advance(HOUR_MS)
  expect(await told('verso_message_untried_seconds')).toEqual([])
  await enqueue('new@example.test')
  t.clock.advance(HOUR_MS)
  expect(await told('verso_message_oldest_seconds')).toEqual([
    { channel: 'email', value: expect.closeTo(2 * 3_600, -2) },
  ])
  expect(await told('verso_message_untried_seconds')).toEqual([{ channel: 'email', value: expect.closeTo(3_600, -2) }])
})
