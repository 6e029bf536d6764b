import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { buildListing } from '../../../test/build-nft.ts'
import { reserve } from '../../../test/build-listed-nft.ts'
import { buildResale, deliver } from '../../../test/build-resale.ts'
import { buildPaidSale, pay, send } from '../../../test/build-sale.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { settlePayment } from '../../payments/settlement/settle-payment.ts'
import { withdrawNft } from './withdraw-nft.ts'

const t = useTestApp()
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

test('who sold a work, lost the dispute of their purchase and buys the work again may withdraw it', async () => {
  const first = await buildPaidSale(t)
  await deliver(t, first)
  const { nft, buyer } = first
  const { buyer: third } = await buildResale(t, first)
  await chargeBack(t, first.paymentId)
  await settlePayment(t.ctx, first.paymentId)
  const { headers } = await buildAdmin(t)
  const body = { action: 'chargeback_lost' }
  const decided = await t.call('PUT', `/api/admin/payments/${first.paymentId}/`, { site: 'admin', headers, body })
  expect(decided.status).toBe(200)
  t.clock.advance(1_000)
  const listing = await buildListing(t, { nft: { ...nft, owned_by: third.id }, priceCents: 4_000 })
  const again = { ...first, listing, paymentId: await reserve(t, buyer, nft) }
  await pay(t, again)
  await send(t, again)
  await deliver(t, again)
  const to = privateKeyToAddress(generatePrivateKey())
  const withdrawal = await inTransaction(t.ctx.db, (tx) =>
    withdrawNft(t.ctx, tx, { userId: buyer.id, nftId: nft.id, to }),
  )
  expect(withdrawal.intentId).toEqual(expect.any(String))
})
