import type { AdminPayout } from '@verso/protocol/money/admin-money'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { closeAllModals, openModals } from '../../ui/overlays/modal.ts'
import { PayoutActions } from './payout-actions.tsx'

const PAYOUT = {
  id: 'p1',
  status: 'REQUESTED',
  amount: 12,
  account: {},
  updated_at: '2026-01-01T00:00:00.000Z',
} as AdminPayout
afterEach(closeAllModals)

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
