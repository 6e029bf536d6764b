import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { toast } from '../overlays/toast.ts'
import { CopyButton } from './copy-button.tsx'

vi.mock('../overlays/toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn() } }))
afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const NOT_COPIED = 'Copying is blocked here. Select the text instead.'

test.each([
  ['without HTTPS', undefined, [], [[NOT_COPIED]]],
  ['that is denied', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }, [], [[NOT_COPIED]]],
  ['that is allowed', { writeText: async () => undefined }, [['Copied']], []],
])('a copy %s says how it went', async (_where, clipboard, successes, errors) => {
  const page = await openScreen(<CopyButton text="k7f2p-9xw4c" />)
  vi.stubGlobal('navigator', { clipboard })
  await act(async () => page.querySelector('button')?.click())
  expect(vi.mocked(toast.success).mock.calls).toEqual(successes)
  expect(vi.mocked(toast.error).mock.calls).toEqual(errors)
})
