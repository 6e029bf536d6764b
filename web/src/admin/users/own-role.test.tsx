import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { endSession, startFullSession } from '../../api/session.ts'
import type { ModalSpec } from '../../ui/overlays/modal.ts'
import { eventually } from '../../testing/eventually.ts'
import { AdminsOnly } from '../guard.tsx'
import { watchLostRights } from '../watch-lost-rights.ts'
import { EditUserScreen } from './edit-user-screen.tsx'

const NOT_ADMIN = 'This account is not an admin account. You have been signed out.'

const { confirm } = vi.hoisted(() => ({ confirm: vi.fn<(spec: ModalSpec) => Promise<boolean>>() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ confirm, openModal: vi.fn() }))

const host = document.createElement('div')
let root: Root
let isAdmin: boolean
const changes: unknown[] = []

/** As the server answers: a viewer who is not an admin gets the public profile. */
function answer(path: string, init: RequestInit): unknown {
  if (init.method === 'PUT') {
    changes.push(JSON.parse(String(init.body)))
    isAdmin = false
  }
  const seen = { id: 'u1', display_name: 'Ada', occupation: 'Curator', created_at: '2026-01-01T00:00:00Z' }
  if (path.endsWith('/me/')) return { ...seen, is_admin: isAdmin }
  return { ...seen, ...(isAdmin && { email: 'ada@example.com', subscription: 1, is_admin: true, status: 'ACTIVE' }) }
}

const Screen = () => (
  <AdminsOnly>
    <EditUserScreen />
  </AdminsOnly>
)
const SignOut = () => String((useLocation().state as { message: string }).message)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  isAdmin = true
  changes.length = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => Response.json({ data: answer(path, init) }))
  startFullSession({ access: 'a', refresh: 'r' })
  document.body.append(host)
  root = createRoot(host)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  watchLostRights(client)
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[adminAddressOf('editUser', { userId: 'u1' })]}>
          <Routes>
            <Route path={ADMIN_PAGES.editUser} element={<Screen />} />
            <Route path={ADMIN_PAGES.signOut} element={<SignOut />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(host.querySelector('[role=switch]')).not.toBeNull())
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  endSession()
  vi.unstubAllGlobals()
})

async function giveUp(): Promise<void> {
  await act(async () => {
    host.querySelector<HTMLInputElement>('[role=switch]')?.click()
    host.querySelector('form')?.requestSubmit()
  })
  await eventually(() => expect(confirm).toHaveBeenCalled())
  await act(async () => undefined)
}

test('admins who give up their own role are asked, then signed out with the words for it', async () => {
  confirm.mockReset().mockResolvedValue(true)
  await giveUp()
  await eventually(() => expect(host.textContent).toBe(NOT_ADMIN))
  expect(confirm.mock.calls[0]?.[0].body).toBe('You will lose access to the admin area.')
  expect(changes).toMatchObject([{ is_admin: false }])
})

test('a No leaves everything as it is', async () => {
  confirm.mockReset().mockResolvedValue(false)
  await giveUp()
  expect(changes).toEqual([])
  expect(host.textContent).toContain('ada@example.com')
})

test('whose role another admin has taken is signed out by what the page reads next', async () => {
  isAdmin = false
  await act(async () => dispatchEvent(new Event('visibilitychange')))
  await eventually(() => expect(host.textContent).toBe(NOT_ADMIN))
})
