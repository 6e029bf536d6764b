import { expect, test } from 'vitest'
import { getPayment, topup } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'

const app = useStripeApp()
const { t } = app

test('a payment of before a change of the provider takes no money, which nobody would look up', async () => {
  const member = await buildMember(t)
  const id = await topup(t, member, 10)
  await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', id).execute()
  const opened = await t.call('POST', `/api/payments/${id}/session/`, { token: member.tokens.access })
  expect([opened.status, opened.body.errors]).toEqual([409, ['This payment is closed']])
  expect(() => app.stripe.account.byPaymentId(id)).toThrow()
  t.clock.advance(61 * 60_000)
  await t.runJobs()
  expect(await getPayment(t, member, id)).toMatchObject({
    status: 'EXPIRED',
    note: 'The time to pay ran out. Money that arrives late is added to your credits.',
  })
})
