import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../lib/load-texts.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { PayoutForm } from './payout-form.tsx'

beforeEach(loadTexts)

const account = (id: string, bank_name: string) => ({
  id,
  bank_name,
  holder: 'N. P.',
  country: 'LK',
  currency: 'LKR',
  account_number: '•••• 9012',
})
const [CEYLON, KANDY] = [account('1', 'Bank of Ceylon'), account('2', 'Bank of Kandy')]

test.each([
  [[], 'It goes to the bank account that you name next.', []],
  [[CEYLON], 'To Bank of Ceylon •••• 9012', []],
  [[KANDY, CEYLON], 'Bank account', ['Bank of Kandy •••• 9012', 'Bank of Ceylon •••• 9012']],
])('a payout of %j says where it goes', async (accounts, text, options) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <PayoutForm balance={10} accounts={accounts} onDone={() => undefined} onBankNeeded={() => undefined} />
      </QueryClientProvider>,
    ),
  )
  expect(page.textContent).toContain(text)
  expect([...page.querySelectorAll('option')].map((option) => option.textContent)).toEqual(options)
  const all = [...page.querySelectorAll('button')].find((button) => button.textContent === 'All')
  await act(async () => all?.click())
  expect(page.querySelector('input')?.value).toBe('10.00')
  if (options.length > 0) expect(page.querySelector('select')?.value).toBe(KANDY.id)
  await act(async () => root.unmount())
})

test('more than the balance is refused before a code is asked for', async () => {
  const onDone = vi.fn()
  const page = await openScreen(<PayoutForm balance={10} accounts={[]} onDone={onDone} onBankNeeded={vi.fn()} />)
  const sent = vi.spyOn(globalThis, 'fetch')
  const amount = page.querySelector('input')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(amount, '10.01')
    amount?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(page.textContent).toContain('Your balance is 10.00 USD'))
  expect(sent).not.toHaveBeenCalled()
})
