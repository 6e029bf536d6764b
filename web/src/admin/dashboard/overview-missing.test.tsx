import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { expect, test } from 'vitest'
import '../../locales/admin-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { AttentionTiles } from './attention-tiles.tsx'
import { DayCharts } from './day-charts.tsx'
import { TodayFigures } from './today-figures.tsx'

const dashboard = (
  <>
    <AttentionTiles />
    <TodayFigures />
    <DayCharts />
  </>
)
const ATTENTION = { works: 3, reports: 0, payouts: 0, payments: 0, failed_jobs: 0 }

test('figures that did not come are told as missing, not as zeros', async () => {
  const page = await openScreen(dashboard)
  expect(page.textContent).not.toContain('0.00 USD')
  await eventually(() => expect(page.querySelectorAll('[role=alert]')).toHaveLength(2))
  expect(page.textContent).not.toContain('0.00 USD')
  expect(page.querySelector('.bone')).toBeNull()
})

test('checks whose answer did not come are told as missing too', async () => {
  const page = await openScreen(<AttentionTiles />, {
    answers: { '/api/admin/overview/': { data: { attention: ATTENTION, days: [] } } },
  })
  await eventually(() => expect(page.querySelector('.bone')).toBeNull())
  expect(page.querySelector('a[href="#health"]')?.textContent).toMatch(/–$/)
})

test('of the works that wait no more are told than were counted', async () => {
  const attention = { ...ATTENTION, works: 1_001, payouts: 1_001 }
  const page = await openScreen(<AttentionTiles />, {
    answers: { '/api/admin/overview/': { data: { attention, days: [] } } },
  })
  await eventually(() => expect(page.querySelector('.bone')).toBeNull())
  expect(page.querySelector(`a[href="${adminAddressOf('moderation')}"]`)?.textContent).toMatch(/1,000\+$/)
  expect(page.querySelector(`a[href="${adminAddressOf('payouts')}"]`)?.textContent).toMatch(/1,001$/)
})
