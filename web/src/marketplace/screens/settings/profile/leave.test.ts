import { addressOf } from '@verso/protocol/pages/pages'
import { beforeEach, expect, test, vi } from 'vitest'
import { fetchDeletion } from '../../../../api/identity/leaving.ts'
import { confirm } from '../../../../ui/overlays/modal.ts'
import { leave } from './leave.tsx'

vi.mock('../../../../ui/overlays/modal.ts')
vi.mock('../../../../api/identity/leaving.ts')

beforeEach(() => vi.clearAllMocks())

test('who deletes the account leaves nothing of it in this browser', async () => {
  vi.mocked(fetchDeletion).mockResolvedValue({ remaining: [], credits_to_pay_back: 0, credits_to_give_up: 0 })
  vi.mocked(confirm).mockResolvedValue(true)
  const navigate = vi.fn()
  await leave(navigate, vi.fn())
  const state = { message: expect.any(String), isDeleted: true }
  expect(navigate).toHaveBeenCalledWith(addressOf('signOut'), { replace: true, state })
})

test('a double click asks once, and a later click asks again', async () => {
  vi.mocked(fetchDeletion).mockResolvedValue({ remaining: [], credits_to_pay_back: 0, credits_to_give_up: 0 })
  vi.mocked(confirm).mockResolvedValue(false)
  await Promise.all([leave(vi.fn(), vi.fn()), leave(vi.fn(), vi.fn())])
  expect(confirm).toHaveBeenCalledTimes(1)
  await leave(vi.fn(), vi.fn())
  expect(confirm).toHaveBeenCalledTimes(2)
})
