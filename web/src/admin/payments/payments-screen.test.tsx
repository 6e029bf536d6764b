import { act } from 'react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import '../../locales/admin-texts.ts'
import { listOf, openScreen } from '../../testing/open-screen.tsx'
import { PaymentsScreen } from './payments-screen.tsx'

const Screen = () => (
  <>
    <PaymentsScreen />
    <output>{useLocation().search}</output>
  </>
)
const type = (page: HTMLElement, selector: string, text: string) =>
  act(async () => {
    const input = page.querySelector<HTMLInputElement>(selector)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const open = (at: string) => openScreen(<Screen />, { at, answers: { '/api/admin/payments/': listOf() } })

test('once a search is cleared the payments that were shown before it are there again', async () => {
  const page = await open('/?show=all&status=PAID')
  await type(page, 'input[type=search]', 'ada')
  expect(page.querySelector('h2')?.textContent).toBe('Found')
  await type(page, 'input[type=search]', '')
  expect(page.querySelector('h2')?.textContent).toBe('All payments')
  expect(page.querySelector('output')?.textContent).toBe('?show=all&status=PAID')
})

test('an amount that is none is marked, and filters nothing', async () => {
  const page = await open('/?show=all&min_amount=12.5&max_amount=1%2C000')
  const amounts = [...page.querySelectorAll('[inputmode=decimal]')]
  expect(amounts.map((amount) => amount.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
})
