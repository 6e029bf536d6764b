import type { NotificationSettings } from '@verso/protocol/users/notifications'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { NotificationsTab } from './notifications-tab.tsx'

const SETTINGS: NotificationSettings = {
  kinds: [
    { kind: 'nft.sold', required: false, in_app: true, email: 'now' },
    { kind: 'follow.created', required: false, in_app: true, email: 'off' },
    { kind: 'security.locked', required: true, in_app: true, email: 'now' },
  ],
  time_zone: 'Asia/Colombo',
  news: false,
}

/** The tab over a server that takes every change; what it was asked is kept. */
async function open(answer: () => Response | Promise<Response> = () => Response.json({ data: SETTINGS })) {
  const page = await openScreen(<NotificationsTab />)
  const changes: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Response.json({ data: SETTINGS })
    changes.push(JSON.parse(String(init.body)))
    return answer()
  })
  const again = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  await eventually(() => expect(again()).toBeDefined())
  await act(async () => again()?.click())
  await eventually(() => expect(page.querySelectorAll('tbody tr')).toHaveLength(7))
  return { page, changes }
}

test('a kind is told where and when the member chooses, and only the change is sent', async () => {
  const { page, changes } = await open()
  await act(async () => page.querySelector<HTMLElement>('[aria-label="A work was sold: in app"]')?.click())
  await eventually(() => expect(changes).toEqual([{ kinds: [{ kind: 'nft.sold', in_app: false }] }]))
})

test('what cannot be switched off says so', async () => {
  const { page } = await open()
  const locked = [...page.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes('was locked'))
  expect(locked?.textContent).toContain('Always')
  expect(locked?.querySelector('input, select')).toBeNull()
})

test('the news are consented to here as well', async () => {
  const { page, changes } = await open()
  const news = [...page.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith('Send me news'))
  await act(async () => news?.querySelector('input')?.click())
  await eventually(() => expect(changes).toEqual([{ news: true }]))
})

test('a choice is seen at once, and a failure of one is told though another was made since', async () => {
  const failed = vi.spyOn(toast, 'error')
  let refuse: (response: Response) => void = () => undefined
  const first = new Promise<Response>((resolve) => (refuse = resolve))
  const { page } = await open(() => first.then((response) => response.clone()))
  const box = (name: string) => page.querySelector<HTMLInputElement>(`[aria-label="${name}: in app"]`)
  await act(async () => box('A work was sold')?.click())
  await act(async () => box('Somebody follows you')?.click())
  await eventually(() => expect(box('A work was sold')?.checked).toBe(false))
  await eventually(() => expect(box('Somebody follows you')?.checked).toBe(false))
  await act(async () => refuse(Response.json({ errors: ['Not now'] }, { status: 503 })))
  await eventually(() => expect(failed).toHaveBeenCalledTimes(2))
  await eventually(() => expect(box('A work was sold')?.checked).toBe(true))
})

test('a choice that could not be saved is taken back, also where nothing can be read anew', async () => {
  const { page } = await open(() => Promise.reject(new TypeError('offline')))
  const box = page.querySelector<HTMLInputElement>('[aria-label="A work was sold: in app"]')
  const fetched = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('offline'))
  vi.stubGlobal('fetch', fetched)
  await act(async () => box?.click())
  await eventually(() => expect(fetched).toHaveBeenCalled())
  await eventually(() => expect(box?.checked).toBe(true))
})

test('of two choices about one kind that both fail, what the server has counts', async () => {
  const failed = vi.spyOn(toast, 'error')
  failed.mockClear()
  const { page } = await open()
  const box = page.querySelector<HTMLInputElement>('[aria-label="A work was sold: in app"]')
  let fail: (error: Error) => void = () => undefined
  const silence = new Promise<Response>((_resolve, reject) => (fail = reject))
  vi.stubGlobal('fetch', () => silence)
  await act(async () => box?.click())
  await eventually(() => expect(box?.checked).toBe(false))
  await act(async () => box?.click())
  await eventually(() => expect(box?.checked).toBe(true))
  await act(async () => fail(new TypeError('offline')))
  await eventually(() => expect(failed).toHaveBeenCalledTimes(2))
  expect(box?.checked).toBe(true)
})
