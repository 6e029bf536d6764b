import { act } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-screen.tsx'
import { eventually } from '../../../testing/eventually.ts'
import { samplePayment } from '../../../testing/sample-payment.ts'
import { ModalHost } from '../../../ui/overlays/modal-host.tsx'
import { OrderActions } from './order-actions.tsx'

test.each([
  [{}, 'The reservation ends. Nothing is charged.'],
  [{ kind: 'TOPUP', nft: null }, 'Nothing is charged.'],
  [{ status: 'PENDING' }, 'The reservation ends. If your payment arrives all the same, it is sent back.'],
  [{ kind: 'TOPUP', nft: null, status: 'REQUIRES_ACTION' }, 'If your payment arrives all the same, it is sent back.'],
] as const)('before %o is cancelled it is said what happens', async (fields, text) => {
  const page = await openScreen(
    <>
      <OrderActions payment={samplePayment(fields)} />
      <ModalHost />
    </>,
  )
  const press = async (name: string) => {
    const button = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    await eventually(() => expect(button()).toBeDefined())
    await act(async () => button()?.click())
  }
  expect(page.textContent).toContain('Cancel order')
  await press('Cancel order')
  const question = () => document.querySelector('[role=dialog],[role=alertdialog]')
  await eventually(() => expect(question()?.querySelector('.text-fg2')?.textContent).toBe(text))
  await press('Keep it')
  await eventually(() => expect(question()).toBeNull())
})
