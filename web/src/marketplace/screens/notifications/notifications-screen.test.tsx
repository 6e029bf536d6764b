import { addressOf } from '@verso/protocol/pages/pages'
import type { Notification } from '@verso/protocol/users/notifications'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'

const SOLD: Notification = {
  id: '5d1f6f0e-6a53-4a0e-9f3e-0d6f5f1f0a01',
  kind: 'nft.sold',
  title: 'Sold',
  text: '“Night Bloom” was sold for 12.50 USD.',
  link: addressOf('nft', { nftId: '11' }),
  image_url: null,
  count: 1,
  created_at: '2026-03-01T10:00:00.000Z',
  read_at: null,
}
const FOLLOWED = {
  ...SOLD,
  id: '5d1f6f0e-6a53-4a0e-9f3e-0d6f5f1f0a02',
  title: 'Ana follows you',
  read_at: SOLD.created_at,
}
const asked: string[] = []

beforeEach(() => void asked.splice(0))

/** The list as the server answers it; what is asked of it is kept. */
async function open(...notifications: Notification[]): Promise<HTMLElement> {
  const page = await openScreen(<NotificationsScreen />)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push([init.method ?? 'GET', url, init.body].filter(Boolean).join(' '))
    const data = url.includes('unread=true') ? notifications.filter(({ read_at }) => !read_at) : notifications
    const unread = notifications.filter(({ read_at }) => !read_at).length
    return Response.json({ data, meta: { next_cursor: null, total: data.length, unread } })
  })
  await press(page, 'Try again')
  return page
}
const press = async (page: HTMLElement, name: string) => {
  const find = () =>
    [...page.querySelectorAll<HTMLElement>('button, label, a')].find(({ textContent }) => textContent?.includes(name))
  await eventually(() => expect(find()).toBeDefined())
  await act(async () => find()?.click())
}

test('what is new is told first and as unread, and read once it is opened', async () => {
  const page = await open(SOLD, FOLLOWED)
  await eventually(() => expect(page.querySelectorAll('li')).toHaveLength(2))
  const [first, second] = page.querySelectorAll('li')
  expect(first?.textContent).toContain('Sold, unread“Night Bloom” was sold for 12.50 USD.')
  expect(second?.textContent).not.toContain('unread')
  expect(first?.querySelector('a')?.getAttribute('href')).toBe(addressOf('nft', { nftId: '11' }))
  await press(page, 'Sold')
  await eventually(() => expect(asked).toContain(`PUT /api/notifications/read/ {"ids":["${SOLD.id}"]}`))
})

test('all are read by one press, and the unread alone are shown when asked for', async () => {
  const page = await open(SOLD, FOLLOWED)
  await eventually(() => expect(page.querySelectorAll('li')).toHaveLength(2))
  await press(page, 'Unread')
  await eventually(() => expect(page.querySelectorAll('li')).toHaveLength(1))
  await press(page, 'Mark all as read')
  await eventually(() => expect(asked).toContain('PUT /api/notifications/read/ {"all":true}'))
})

test('when they could not be marked as read it says so', async () => {
  const page = await open(SOLD)
  await eventually(() => expect(page.querySelectorAll('li')).toHaveLength(1))
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['Try again later'] }, { status: 429 }))
  await press(page, 'Mark all as read')
  await eventually(() => expect(document.body.textContent).toContain('Try again later'))
})

test('where nothing has happened there is a way on, and nothing to mark', async () => {
  const page = await open()
  await eventually(() => expect(page.textContent).toContain('Nothing has happened yet'))
  const mark = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Mark all as read')
  expect(mark?.disabled).toBe(true)
})
