import { act, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'
import { NavigateOnce } from './navigate-once.tsx'

let root: Root
let page: HTMLElement
let arrive: () => void
const link = (name: string) => [...page.querySelectorAll('a')].find((one) => one.textContent === name)
const click = (name: string, init: MouseEventInit = {}) =>
  act(async () => {
    link(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  history.replaceState(null, '', '/list')
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const Work = lazyPart(async () => {
    await code
    return { Work: () => <Link to="/work">again</Link> }
  }, 'Work')
  await act(async () =>
    root.render(
      <BrowserRouter>
        <NavigateOnce />
        <Suspense>
          <Routes>
            <Route
              path="/list"
              element={
                <>
                  <Link to="/work">work</Link>
                  <Link to="/elsewhere">elsewhere</Link>
                </>
              }
            />
            <Route path="/work" element={<Work />} />
            <Route path="/elsewhere" element="elsewhere" />
          </Routes>
        </Suspense>
      </BrowserRouter>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})

test('a second click on a link whose screen is on its way is not a second step', async () => {
  const before = history.length
  await click('work')
  expect(page.textContent).toContain('work')
  await click('work')
  await act(async () => arrive())
  expect(page.textContent).toBe('again')
  expect(history.length).toBe(before + 1)
})

test('another link is followed meanwhile', async () => {
  await click('work')
  await click('elsewhere')
  expect(page.textContent).toBe('elsewhere')
})
