import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { WidgetFrame } from './widget-frame.tsx'

const onMessage = vi.fn()
const host = document.body.appendChild(document.createElement('div'))
const frame = () => host.querySelector('iframe') as HTMLIFrameElement
const alert = () => host.querySelector('[role=alert]')
let root: Root

const tell = (data: unknown, from: MessageEventInit = {}) =>
  act(async () => {
    const page = { origin: 'http://pay.test', source: frame().contentWindow }
    dispatchEvent(new MessageEvent('message', { data, ...page, ...from }))
  })
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(async () => {
  await loadTexts()
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onMessage.mockClear()
  await act(async () => {
    root = createRoot(host)
    root.render(<WidgetFrame url="http://pay.test/pay/1" provider="sandbox" onMessage={onMessage} />)
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

test('a page that says nothing counts as not loaded, and can be loaded again', async () => {
  await wait(14_999)
  expect(alert()).toBeNull()
  await wait(1)
  expect(alert()?.textContent).toBe('Something went wrong. The payment form could not be loaded.Try again')
  const first = frame()
  await act(async () => host.querySelector('button')?.click())
  expect(frame()).not.toBe(first)
  expect(alert()).toBeNull()
  await wait(15_000)
  expect(alert()).not.toBeNull()
})

test('a page that loads late takes the message back', async () => {
  await wait(15_000)
  await tell({ type: 'loaded' })
  expect(alert()).toBeNull()
  await wait(60_000)
  expect(alert()).toBeNull()
})

test('what keeps a page from loading is told in its place, a later error is passed on', async () => {
  await tell({ type: 'error', data: { message: 'No script.' } })
  expect(alert()?.textContent).toMatch('Something went wrong. No script.')
  expect(onMessage).not.toHaveBeenCalled()
  await tell({ type: 'loaded' })
  await tell({ type: 'error', data: { message: 'No network.' } })
  expect(onMessage).toHaveBeenLastCalledWith({ kind: 'error', message: 'No network.' })
  expect(alert()).toBeNull()
})

test('only the page itself is listened to: neither another origin nor another window', async () => {
  const paid = { type: 'payment-status', data: { status: 'success' } }
  await tell({ type: 'loaded' })
  onMessage.mockClear()
  await tell(paid, { origin: 'http://evil.test' })
  await tell(paid, { source: window })
  expect(onMessage).not.toHaveBeenCalled()
  await tell(paid)
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'status', status: 'success' })
})

test('the form of the sandbox is as light or dark as the page around it, and is not loaded anew when that changes', async () => {
  expect(frame().src).toBe('http://pay.test/pay/1?theme=dark')
  document.documentElement.dataset.theme = 'light'
  const open = (url: string) =>
    act(async () => root.render(<WidgetFrame url={url} provider="sandbox" onMessage={onMessage} />))
  await open('http://pay.test/pay/1')
  expect(frame().src).toBe('http://pay.test/pay/1?theme=dark')
  await open('http://pay.test/pay/2?origin=x')
  expect(frame().src).toBe(`http://pay.test/pay/2?origin=${encodeURIComponent(location.origin)}&theme=light`)
  delete document.documentElement.dataset.theme
})
