import type { AdminPayout } from '@verso/protocol/money/admin-money'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { openModals, removeModal } from '../../ui/overlays/modal.ts'
import { ModalHost } from '../../ui/overlays/modal-host.tsx'
import { PayoutActions } from './payout-actions.tsx'

const PAYOUT = {
  id: 'p1',
  status: 'REQUESTED',
  amount: 12,
  account: {},
  updated_at: '2026-01-01T00:00:00.000Z',
} as AdminPayout
afterEach(() => openModals().forEach(({ id }) => removeModal(id)))

test('two clicks on the bank details read them once, and open one dialog', async () => {
  const page = await openScreen(<PayoutActions payout={PAYOUT} />)
  let land: ((details: Response) => void) | undefined
  const read = vi.fn(() => new Promise<Response>((resolve) => (land = resolve)))
  vi.stubGlobal('fetch', read)
  const click = () => act(async () => page.querySelector('button')?.click())
  await click()
  await click()
  await act(async () => land?.(Response.json({ data: { holder: 'Nila', account_number: '1', bank_name: 'B' } })))
  expect(read).toHaveBeenCalledOnce()
  expect(openModals().filter(({ isOpen }) => isOpen)).toHaveLength(1)
})

test('an approval names the payout as it was shown', async () => {
  const page = await openScreen(<PayoutActions payout={PAYOUT} />)
  const decide = vi.fn(async (_url: string, _call: RequestInit) => Response.json({ data: PAYOUT }))
  vi.stubGlobal('fetch', decide)
  await act(async () => page.querySelectorAll('button')[1]?.click())
  const [, call] = decide.mock.calls[0] ?? []
  expect(JSON.parse(String(call?.body))).toEqual({ status: 'APPROVED', updated_at: PAYOUT.updated_at })
})

/** Opens the form, gives the reason or the reference, and sends it. */
async function decideBy(name: string): Promise<void> {
  const press = (within: ParentNode) =>
    act(async () => [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
  await press(document)
  const dialog = () => document.querySelector('[role=dialog]') as HTMLElement
  await eventually(() => expect(dialog().querySelector('textarea, input')).not.toBeNull())
  const field = dialog().querySelector('textarea, input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, 'SEPA 7')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => field.form?.requestSubmit())
}

test.each([
  ['Reject', 'REQUESTED', { status: 'REJECTED', reason: 'SEPA 7' }],
  ['Mark paid', 'APPROVED', { status: 'PAID', reference: 'SEPA 7' }],
] as const)('%s names it too', async (name, status, decision) => {
  await openScreen(
    <>
      <PayoutActions payout={{ ...PAYOUT, status }} />
      <ModalHost />
    </>,
  )
  const decide = vi.fn(async (_url: string, _call: RequestInit) => Response.json({ data: PAYOUT }))
  vi.stubGlobal('fetch', decide)
  await decideBy(name)
  await eventually(() => expect(decide).toHaveBeenCalledOnce())
  const [, call] = decide.mock.calls[0] ?? []
  expect(JSON.parse(String(call?.body))).toEqual({ ...decision, updated_at: PAYOUT.updated_at })
})

test('a refused decision closes its dialog: what it shows is not so any more', async () => {
  await openScreen(
    <>
      <PayoutActions payout={PAYOUT} />
      <ModalHost />
    </>,
  )
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['It has changed'], code: 'conflict' }, { status: 409 }))
  await decideBy('Reject')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})
