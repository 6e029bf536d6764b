import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type History, useChangeParams } from './use-change-params.ts'

const host = document.createElement('div')
const shown = () => host.textContent
let root: Root
let changeNow: (patch: Record<string, string>, history: History) => void
const change = (...patch: Parameters<typeof changeNow>) => act(async () => changeNow(...patch))
let back: () => Promise<void>

function Screen({ onReady }: { onReady: (tools: [ReturnType<typeof useChangeParams>[1], () => void]) => void }) {
  const [, changeParams] = useChangeParams()
  const navigate = useNavigate()
  onReady([changeParams, () => void navigate(-1)])
  return useLocation().search
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(host)
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/before', '/?creator=7']} initialIndex={1}>
        <Screen
          onReady={([changeParams, goBack]) => {
            changeNow = changeParams
            back = () => act(async () => goBack())
          }}
        />
      </MemoryRouter>,
    ),
  )
})
afterEach(() => act(async () => root.unmount()))

test('Back undoes choices one by one', async () => {
  await change({ category: '2' }, 'push')
  await change({ sort: 'price' }, 'push')
  await change({ sort: 'price' }, 'push')
  expect(shown()).toBe('?creator=7&category=2&sort=price')
  await back()
  expect(shown()).toBe('?creator=7&category=2')
  await back()
  expect(shown()).toBe('?creator=7')
})

test('a price range is one step, a search none', async () => {
  await change({ min_price: '1' }, 'typing')
  await change({ min_price: '12' }, 'typing')
  await change({ max_price: '5' }, 'typing')
  await change({ search: 'b' }, 'replace')
  expect(shown()).toBe('?creator=7&min_price=12&max_price=5&search=b')
  await back()
  expect(shown()).toBe('?creator=7')
  await change({ min_price: '3' }, 'typing')
  await back()
  expect(shown()).toBe('?creator=7')
})

test('two changes before the address follows are both kept', async () => {
  await act(async () => {
    changeNow({ category: '2' }, 'push')
    changeNow({ sort: 'price', creator: '' }, 'push')
  })
  expect(shown()).toBe('?category=2&sort=price')
})
