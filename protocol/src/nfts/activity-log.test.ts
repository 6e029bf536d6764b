import { expect, test } from 'vitest'
import { deriveActivityLog } from './activity-log.ts'

test('what leaves stands above the listing that it ended, though a block tells no more than the second', () => {
  const listing = { price: 9, seller_username: 'Mei', buyer_username: null }
  const times = { created_at: '2026-11-28T17:41:56.116Z', updated_at: '2026-11-28T17:41:56.174Z' }
  const left = { from: 'Mei', to: '0x1111…1111', date: '2026-11-28T17:41:56.000Z' }
  const log = deriveActivityLog(
    { created_at: '2026-11-28T17:41:00.000Z', creator_username: 'Mei' },
    [{ ...listing, ...times, status: 'INACTIVE' }],
    [{ ...left, isToOutside: true }],
  )
  expect(log.map(({ activity }) => activity)).toEqual(['Transferred', 'Listing Removed', 'Listed', 'Created'])
  expect(log[0]).toEqual({ activity: 'Transferred', price: null, ...left })
})
