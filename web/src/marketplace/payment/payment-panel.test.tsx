import { addressOf } from '@verso/protocol/pages/pages'
import { expect, onTestFinished, test } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { samplePayment } from '../../testing/sample-payment.ts'
import { PaymentPanel } from './payment-panel.tsx'

test.each([
  [
    { status: 'NEEDS_REVIEW', note: 'Our team looks at it and writes to you.' },
    'Our team looks at it and writes to you.',
  ],
  [{ status: 'REFUNDED' }, 'Refunded'],
] as const)('%o is told with the way to its order', async (fields, text) => {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  const answers = { '/api/payments/p1/': { data: samplePayment(fields) } }
  const page = await openScreen(<PaymentPanel paymentId="p1" onSuccess={() => undefined} />, { answers })
  const link = () => page.querySelector('[role=status] a')
  await eventually(() => expect(link()?.parentElement?.textContent).toBe(`${text} See the order`))
  expect(link()?.getAttribute('href')).toBe(addressOf('order', { paymentId: 'p1' }))
})
