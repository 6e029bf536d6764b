import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { endSession, startFullSession, takeDestination } from '../api/session.ts'
import { useMe } from '../api/users.ts'
import { toast } from '../ui/overlays/toast.ts'
import { SessionWatcher } from './session-watcher.tsx'

const Name = () => useMe().data?.display_name ?? 'nobody'

test('after the end of a session the profile is not asked for any more', async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ data: { display_name: 'Ada' } })))
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const resets = vi.spyOn(client, 'resetQueries')
  startFullSession({ access: 'token', refresh: 'refresh' })
  const page = document.createElement('div')
  const root = createRoot(page)
  root.render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SessionWatcher signOutPath={addressOf('signOut')} />
        <Name />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(page.textContent).toBe('Ada'), { timeout: 30_000 })
  endSession()
  await vi.waitFor(() => expect(page.textContent).toBe('nobody'), { timeout: 30_000 })
  // The watcher empties what was read; that ends when all that is asked for anew has been answered.
  await vi.waitFor(() => expect(resets).toHaveBeenCalled(), { timeout: 30_000 })
  await Promise.all(resets.mock.results.map(({ value }) => value))
  expect(client.isFetching()).toBe(0)
  expect(fetched).toHaveBeenCalledOnce()
  root.unmount()
  vi.unstubAllGlobals()
})

const Where = () => useLocation().pathname

test('a session that was ended elsewhere is left with a word why, and the sign-in leads back', async () => {
  const refused = { errors: ['no'], code: 'unauthorized', request_id: '1', meta: {} }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refused), { status: 401 }))
  const told = vi.spyOn(toast, 'info').mockResolvedValue('')
  startFullSession({ access: 'token', refresh: 'refresh' })
  const page = document.createElement('div')
  const root = createRoot(page)
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`${addressOf('collection')}?sort=price`]}>
        <SessionWatcher signOutPath={addressOf('signOut')} />
        <Where />
        <Name />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(page.textContent).toContain(addressOf('signOut')), { timeout: 30_000 })
  expect(told.mock.calls).toEqual([['Your session has ended. Please sign in again.']])
  expect(takeDestination()).toBe(`${addressOf('collection')}?sort=price`)
  endSession()
  root.unmount()
  vi.unstubAllGlobals()
})
