import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { type Answers, listOf, openScreen } from '../../../testing/open-screen.tsx'
import { endSession, startFullSession } from '../../../api/session.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

beforeEach(() => startFullSession({ access: 'a', refresh: 'r' }))
afterEach(endSession)

const chart = (page: HTMLElement) =>
  [...page.querySelectorAll('section')].find((section) => section.textContent?.startsWith('Earnings over time'))

test('a chart whose totals did not come says so, and asks for them again', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const answers: Answers = {
    '/api/users/me/': { data: { id: '7', email: 'nila@example.test' } },
    '/api/users/7/': { data: { id: '7', counts: { created: 0, owned: 0, sold: 0, collectors: 0 } } },
    '/api/nfts/': listOf(),
    '/api/accounts/earnings/': { data: { balance: 0, held: 0 } },
    '/api/accounts/earnings/entries/': listOf(),
  }
  const page = await openScreen(<DashboardScreen />, { answers })
  const retry = () => chart(page)?.querySelector('button')
  await eventually(() => expect(retry()?.textContent).toBe('Try again'))
  answers['/api/accounts/earnings/totals/'] = { data: { count: 0, total: 0 } }
  await act(async () => retry()?.click())
  await eventually(() => expect(chart(page)?.textContent).toContain('Your first sale will show here'))
})
