import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../ui/overlays/toast.ts'
import { whenLoaded } from './when-loaded.ts'

vi.mock('../ui/overlays/toast.ts', () => ({ toast: { error: vi.fn() } }))
/** Leads to a new page, which asks for it anew. */
const AGAIN = { actions: [{ label: 'Try again', onClick: expect.any(Function) }] }
beforeEach(() => vi.clearAllMocks())

test('what has arrived is run, and nothing is said', async () => {
  const run = vi.fn()
  whenLoaded(async () => 'dialog', run)
  await vi.waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith('dialog'), { timeout: 30_000 })
  expect(toast.error).not.toHaveBeenCalled()
})

test('code that does not arrive is told of, and what waits for it is let go', async () => {
  const run = vi.fn()
  const orElse = vi.fn()
  whenLoaded(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')), run, orElse)
  await vi.waitFor(() => expect(orElse).toHaveBeenCalledOnce(), { timeout: 30_000 })
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('This could not be loaded.', AGAIN)
  expect(run).not.toHaveBeenCalled()
})
