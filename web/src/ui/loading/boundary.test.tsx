import { act, type ReactNode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { Boundary } from './boundary.tsx'
import { lazyPart } from './lazy-part.tsx'

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

let root: Root
let page: HTMLElement
const show = (content: ReactNode, place = '/one') =>
  act(async () =>
    root.render(
      <Boundary place={place}>
        <Suspense fallback="…">{content}</Suspense>
      </Boundary>,
    ),
  )

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React tells the console of what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a part that could not be loaded is asked for by a new page, as the browser remembers that it failed', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const Part = lazyPart(() => Promise.reject(new TypeError('not found')), 'Part')
  await show(<Part />)
  await eventually(() => expect(page.textContent).toContain('This could not be loaded.'))
  await act(async () => page.querySelector('button')?.click())
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection a part is asked for again by "Try again", and by going elsewhere', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => ({ Part: (): ReactNode => 'the part' }))
  load.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'))
  const Part = lazyPart(load, 'Part')
  await show(<Part />)
  await eventually(() => expect(page.textContent).toContain(UNREACHABLE))
  expect(load).toHaveBeenCalledTimes(1)

  await act(async () => page.querySelector('button')?.click())
  await eventually(() => expect(load).toHaveBeenCalledTimes(2))
  await eventually(() => expect(page.textContent).toContain(UNREACHABLE))

  await show('another screen', '/two')
  expect(page.textContent).toBe('another screen')
  await show(<Part />)
  await eventually(() => expect(page.textContent).toBe('the part'))
  expect(load).toHaveBeenCalledTimes(3)
})
