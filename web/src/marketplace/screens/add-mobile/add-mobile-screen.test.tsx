import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startTemporarySession } from '../../../api/session.ts'
import { loadTexts } from '../../../lib/load-texts.ts'
import { startCountdown } from '../../../lib/use-countdown.ts'

let root: Root
const host = document.createElement('div')

beforeEach(async () => {
  document.body.append(host)
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: '7', reg_status: 'PENDING_MOBILE' } }))
  startTemporarySession({ access: 'token', refresh: 'refresh' })
  await loadTexts()
})
afterEach(() => {
  root.unmount()
  host.remove()
  sessionStorage.clear()
  endSession()
  vi.unstubAllGlobals()
})

async function open() {
  const { AddMobileScreen } = await import('./add-mobile-screen.tsx')
  root = createRoot(host)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AddMobileScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const send = () => host.querySelector<HTMLButtonElement>('button[type=submit]')
  await vi.waitFor(() => expect(send()?.textContent).toBe('SEND THE CODE'), { timeout: 30_000 })
  return send
}
const said = () => host.querySelector('[role=alert]')?.textContent

test('the wait for the next code goes on after a reload', async () => {
  startCountdown('sendCodeAt:7', 240)
  const send = await open()
  expect(said()).toMatch(/3:5\d|4:00/)
  expect(send()?.disabled).toBe(true)
})

/** Types a number and sends it; the server answers that call with `status`. */
async function sendRefused(status: number, retryAfter: string, sentence: string) {
  const send = await open()
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [sentence] }, { status, headers: { 'Retry-After': retryAfter } }),
  )
  const phone = host.querySelector<HTMLInputElement>('input[type=tel]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(phone, '+94771234567')
  phone?.dispatchEvent(new Event('input', { bubbles: true }))
  host.querySelector('form')?.requestSubmit()
  await vi.waitFor(() => expect(said()).toBeTruthy(), { timeout: 30_000 })
  return send
}

test.each([
  [429, '3600', 'Too many codes were sent to this number. Please try again later.'],
  [503, '60', 'Texts cannot be sent at the moment.'],
])(
  'a refusal with %i that is not the wait between two codes is told as it is, and locks nothing',
  async (...refusal) => {
    const send = await sendRefused(...refusal)
    expect(said()).toBe(refusal[2])
    expect(send()?.disabled).toBe(false)
    expect(sessionStorage.getItem('sendCodeAt:7')).toBeNull()
  },
)

test('a code that was just sent locks the form until the next may be asked for', async () => {
  const send = await sendRefused(429, '30', 'A code was just sent. Please wait before asking for another one.')
  expect(said()).toMatch(/A code was just sent. You can ask for another one in (30|29)s/)
  expect(send()?.disabled).toBe(true)
})
