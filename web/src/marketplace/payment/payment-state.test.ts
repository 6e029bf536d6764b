import type { Payment } from '@verso/protocol/money/payments'
import { expect, test } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { paymentState } from './payment-state.ts'

test('an order with a declined attempt waits for another one', async () => {
  await loadTexts()
  const payment = { status: 'FAILED', kind: 'PURCHASE', steps: [] } as unknown as Payment
  expect(paymentState(payment)).toEqual({ tone: 'info', text: 'Waiting for payment' })
})
