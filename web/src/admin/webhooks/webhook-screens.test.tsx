import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { listOf, openScreen } from '../../testing/open-screen.tsx'
import type { ModalSpec } from '../../ui/overlays/modal.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { WebhookScreen } from './webhook-screen.tsx'
import { WebhooksScreen } from './webhooks-screen.tsx'

const { confirm, openModal } = vi.hoisted(() => ({
  confirm: vi.fn<(spec: ModalSpec) => Promise<boolean>>(),
  openModal: vi.fn<(spec: ModalSpec) => void>(),
}))
vi.mock('../../ui/overlays/modal.ts', () => ({ confirm, openModal }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() } }))

const WEBHOOK = { id: 'w1', url: 'https://a.test/hook', kinds: ['nft.sold'], state: 'active', failing_since: null }
const asked: string[] = []

/** The screen of the one address, and that of all: a removed one is not found any more. */
async function open(at: string, answer: (call: string) => Response | Promise<Response> | undefined) {
  const page = await openScreen(
    <Routes>
      <Route path={ADMIN_PAGES.webhooks} element={<WebhooksScreen />} />
      <Route path={ADMIN_PAGES.webhook} element={<WebhookScreen />} />
    </Routes>,
    {
      at,
      answers: {
        '/api/admin/webhooks/': listOf(WEBHOOK),
        '/api/admin/webhooks/w1/': { data: WEBHOOK },
        '/api/admin/webhooks/w1/deliveries/': listOf(),
      },
    },
  )
  await eventually(() => expect(page.textContent).toContain(WEBHOOK.url))
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path.split('?')[0]}`)
    return (await answer(asked.at(-1) ?? '')) ?? Response.json({ errors: ['Not found'] }, { status: 404 })
  })
  return page
}
const press = (page: HTMLElement, name: string) =>
  act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

beforeEach(() => {
  asked.length = 0
  vi.clearAllMocks()
  confirm.mockResolvedValue(true)
  startFullSession({ access: 'a', refresh: 'r' })
})
afterEach(endSession)

test('removing an address ends on the list of all, not on a page that is not found', async () => {
  let landLate: ((deliveries: Response) => void) | undefined
  const answers: Record<string, Response | Promise<Response>> = {
    'DELETE /api/admin/webhooks/w1/': Response.json({ data: {} }),
    'GET /api/admin/webhooks/': Response.json(listOf()),
    'GET /api/admin/webhooks/w1/deliveries/': new Promise<Response>((resolve) => {
      landLate = resolve
    }),
  }
  const page = await open(adminAddressOf('webhook', { webhookId: 'w1' }), (call) => answers[call])
  await press(page, 'Remove')
  await act(async () => landLate?.(Response.json(listOf())))
  await eventually(() => expect(page.textContent).toContain('No address is told anything yet'))
})

test('a secret is only replaced once that is confirmed', async () => {
  const page = await open(adminAddressOf('webhook', { webhookId: 'w1' }), (call) =>
    call.startsWith('POST')
      ? Response.json({ data: { secret: 'whsec_1' } })
      : Response.json(call.endsWith('/w1/') ? { data: WEBHOOK } : listOf()),
  )
  confirm.mockResolvedValue(false)
  await press(page, 'New secret')
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  confirm.mockResolvedValue(true)
  await press(page, 'New secret')
  await eventually(() => expect(openModal).toHaveBeenCalledOnce())
  expect(confirm.mock.lastCall?.[0].body).toBe('For a day both secrets sign. Then only the new one does.')
})

test('an address that could not be added says so', async () => {
  const page = await open(adminAddressOf('webhooks'), (call) =>
    call.startsWith('POST') ? Response.json({ errors: ['Too many addresses'] }, { status: 409 }) : undefined,
  )
  const input = page.querySelector('input')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'https://b.test')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press(page, 'All')
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(toast.error).toHaveBeenCalledWith('Too many addresses', expect.anything()))
})
