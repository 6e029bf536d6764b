import { afterEach, expect, test, vi } from 'vitest'
import { dropServiceWorkers } from './drop-service-workers.ts'

afterEach(() => vi.unstubAllGlobals())

test('every service worker that is left over is unregistered', async () => {
  const registrations = [{ unregister: vi.fn() }, { unregister: vi.fn() }]
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => registrations } })
  await dropServiceWorkers()
  for (const { unregister } of registrations) expect(unregister).toHaveBeenCalledOnce()
})

test('where there is no such thing, as without https, there is nothing to do', async () => {
  vi.stubGlobal('navigator', {})
  await expect(dropServiceWorkers()).resolves.toBeUndefined()
})
