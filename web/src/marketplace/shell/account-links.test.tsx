import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { destination, endSession, sessionKind, startFullSession } from '../../api/session.ts'
import { BrowserRouter } from '../../lib/navigation/browser-router.tsx'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Guard } from '../guards.tsx'
import { AccountLinks } from './account-links.tsx'

const ME = { id: 'u1', email: 'ada@example.test', first_name: 'Ada', last_name: 'Byron', is_admin: false } as Me

const logoutOf = (page: Element) => page.querySelector<HTMLElement>(`a[href="${addressOf('signOut')}"]`)

test('the account menu leads to the sign-out', async () => {
  const page = await openScreen(<AccountLinks me={ME} />)
  await eventually(() => expect(logoutOf(page)?.textContent).toBe('Logout'))
})

const NeverThere = lazyPart(() => new Promise<never>(() => undefined), 'Screen')

/** A page for members, with the account menu, beside a sign-out screen whose code does not arrive. */
async function openMembersPage(): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  history.pushState(null, '', addressOf('settings'))
  const page = document.body.appendChild(document.createElement('main'))
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    page.remove()
    history.pushState(null, '', '/')
    vi.unstubAllGlobals()
    endSession()
  })
  const settings = (
    <Guard access="protected">
      <AccountLinks me={ME} />
    </Guard>
  )
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BrowserRouter>
          <Suspense>
            <Routes>
              <Route path={addressOf('settings')} element={settings} />
              <Route path={addressOf('signOut')} element={<NeverThere />} />
              <Route path="*" element="start" />
            </Routes>
          </Suspense>
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  )
  return page
}

test('Logout signs out at once, also when the code of its screen does not arrive, and asks for no sign-in', async () => {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ data: {} }))
  vi.stubGlobal('fetch', fetched)
  startFullSession({ access: 'access', refresh: 'refresh' })
  const page = await openMembersPage()
  await act(async () => logoutOf(page)?.click())
  expect([sessionKind(), localStorage.getItem('adminToken'), localStorage.getItem('refreshToken')]).toEqual([
    'visitor',
    null,
    null,
  ])
  expect(fetched).toHaveBeenCalledWith('/api/auth/signout/', expect.objectContaining({ body: '{"refresh":"refresh"}' }))
  expect(page.querySelector('a')).toBeNull()
  expect([location.pathname, destination()]).toEqual([addressOf('signOut'), null])
})
