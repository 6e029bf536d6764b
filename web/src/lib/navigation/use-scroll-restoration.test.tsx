import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScrollRestoration } from './use-scroll-restoration.ts'

let root: Root
let go: (to: string | number) => Promise<void>

function Screen({ onReady }: { onReady: (navigate: ReturnType<typeof useNavigate>) => void }) {
  useScrollRestoration()
  onReady(useNavigate())
  return null
}
/** As in Safari, which does not say when it ends. */
const scroll = (top: number) => {
  vi.stubGlobal('scrollY', top)
  dispatchEvent(new Event('scroll'))
}

const load = async (pathname: string) => {
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[{ pathname, key: 'default' }]}>
        <Screen onReady={(navigate) => (go = (to) => act(async () => void navigate(to as string)))} />
      </MemoryRouter>,
    ),
  )
}

/** Loads a page as the browser does: it is at its top. */
const loadAnew = async (pathname: string) => {
  await act(async () => root.unmount())
  vi.stubGlobal('scrollY', 0)
  await load(pathname)
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scroll(top))
  await load('/')
})
afterEach(() => act(async () => root.unmount()))

test('Back restores the place, also where only the query has changed', async () => {
  scroll(500)
  await go('?category=2')
  expect(scrollY).toBe(500)
  scroll(156)
  await go('/nft')
  expect(scrollY).toBe(0)
  await go(-1)
  expect(scrollY).toBe(156)
  await go(-1)
  expect(scrollY).toBe(500)
  await go(1)
  expect(scrollY).toBe(156)
})

test('an address that is typed in starts at its top, however far down the page before it was', async () => {
  scroll(500)
  await loadAnew('/faq')
  expect(scrollY).toBe(0)
})

test('a page that is loaded anew returns to its place', async () => {
  scroll(500)
  await loadAnew('/')
  expect(scrollY).toBe(500)
})
