import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { JobsScreen } from './jobs-screen.tsx'

beforeEach(() => startFullSession({ access: 'a', refresh: 'r' }))
afterEach(endSession)

test('on a phone no count of a queue is cut off: each stands below the other', async () => {
  let answer: (body: object) => void = () => undefined
  const jobs = new Promise<object>((resolve) => {
    answer = resolve
  })
  const page = await openScreen(<JobsScreen />, { answers: { '/api/admin/jobs/': jobs } })
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const queue = { name: 'settle-payment', waiting: 0, active: 0, failed: 3 }
  await act(async () => answer({ data: { failed: [], queues: [queue] } }))
  await eventually(() => expect(page.textContent).toContain('settle-payment'))
  expect(page.querySelector('table')).toBeNull()
  expect(page.querySelector('ul[aria-label="Queues"]')?.textContent).toContain('Failed3')
})
