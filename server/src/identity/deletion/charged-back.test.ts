import { expect, test, vi } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { deliver } from '../../../test/build-resale.ts'
import { buildPaidSale } from '../../../test/build-sale.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from '../../payments/settlement/settle-payment.ts'

const t = useTestApp()

const remainingOf = async ({ tokens }: Member): Promise<string[]> => {
  const { body } = await t.call('GET', '/api/users/me/deletion/', { token: tokens.access })
  return body.data.remaining.map(({ kind }: { kind: string }) => kind)
}

test('a work of which the bank has taken the price back no longer keeps its buyer from leaving', async () => {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const sale = await buildPaidSale(t)
  await deliver(t, sale)
  const { buyer, paymentId } = sale
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
  expect(await remainingOf(buyer)).toEqual(['nfts', 'orders', 'credits'])
  const { headers } = await buildAdmin(t)
  const body = { action: 'chargeback_lost' }
  const decided = await t.call('PUT', `/api/admin/payments/${paymentId}/`, { site: 'admin', headers, body })
  expect(decided.status).toBe(200)
  expect(await remainingOf(buyer)).toEqual(['credits'])
  await t.call('DELETE', '/api/accounts/credits/', { token: buyer.tokens.access })
  expect((await t.call('DELETE', '/api/users/me/', { token: buyer.tokens.access })).status).toBe(200)
  vi.restoreAllMocks()
})
