import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { EditUserScreen } from './edit-user-screen.tsx'

const sent: unknown[] = []
let user: object

const field = (page: HTMLElement, name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
const type = (page: HTMLElement, name: string, text: string) =>
  act(async () => {
    const input = field(page, name)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const update = (page: HTMLElement) => act(async () => page.querySelector('form')?.requestSubmit())
async function otherAdminChanges(change: object): Promise<void> {
  user = { ...user, ...change }
  await act(async () => dispatchEvent(new Event('visibilitychange')))
}

async function open(): Promise<HTMLElement> {
  const page = await openScreen(<EditUserScreen />, {
    route: ADMIN_PAGES.editUser,
    at: adminAddressOf('editUser', { userId: 'u1' }),
    answers: { '/api/users/u1/': { data: user }, '/api/users/me/': { data: { id: 'u2' } } },
  })
  await eventually(() => expect(field(page, 'occupation')?.value).toBe('Curator'))
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path.endsWith('/me/')) return Response.json({ data: { id: 'u2' } })
    if (method === 'PUT') {
      const change = JSON.parse(String(body)) as object
      sent.push(change)
      user = { ...user, ...change }
    }
    return Response.json({ data: user })
  })
  return page
}

beforeEach(() => {
  sent.length = 0
  user = {
    id: 'u1',
    display_name: 'Ada',
    occupation: 'Curator',
    created_at: '2026-01-01T00:00:00Z',
    email: 'ada@example.com',
    subscription: 1,
    is_admin: true,
    status: 'ACTIVE',
  }
  startFullSession({ access: 'a', refresh: 'r' })
})
afterEach(endSession)

test('a role and a plan that others have changed meanwhile are shown, and not put back', async () => {
  const page = await open()
  await otherAdminChanges({ is_admin: false, subscription: 3 })
  await eventually(() => expect(field(page, 'is_admin')?.checked).toBe(false))
  expect(field(page, 'subscription')?.value).toBe('3')
  await type(page, 'occupation', 'Painter')
  await update(page)
  await eventually(() => expect(sent).toEqual([{ occupation: 'Painter' }]))
})

test('what is typed stays while others change the rest, and is no change of one’s own once it is saved', async () => {
  const page = await open()
  await type(page, 'occupation', 'Painter')
  await otherAdminChanges({ display_name: 'Ada L.' })
  await eventually(() => expect(field(page, 'display_name')?.value).toBe('Ada L.'))
  expect(field(page, 'occupation')?.value).toBe('Painter')
  await update(page)
  await eventually(() => expect(sent).toEqual([{ occupation: 'Painter' }]))
  await eventually(() => expect(page.querySelector('[aria-busy=true]')).toBeNull())

  await otherAdminChanges({ occupation: 'Sculptor' })
  await eventually(() => expect(field(page, 'occupation')?.value).toBe('Sculptor'))
  await type(page, 'display_name', 'Ada Lovelace')
  await update(page)
  await eventually(() => expect(sent.slice(1)).toEqual([{ display_name: 'Ada Lovelace' }]))
})

test('an address that is no member’s shows that there is no such page, and the way back', async () => {
  const page = await openScreen(<EditUserScreen />, {
    route: ADMIN_PAGES.editUser,
    at: adminAddressOf('editUser', { userId: 'unknown' }),
  })
  await eventually(() => expect(page.textContent).toContain('Back to the Dashboard'))
  expect(page.textContent).not.toContain('Try again')
})
