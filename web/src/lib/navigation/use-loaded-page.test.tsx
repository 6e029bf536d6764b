import '../../locales/texts.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { useStatement } from '../../api/money/statements.ts'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { eventually } from '../../testing/eventually.ts'
import { useLoadedPage } from './use-loaded-page.ts'

let rows = 230
const host = document.createElement('div')
const asked: (string | null)[] = []
let root: Root
let turn: (page: number) => void

/** The server gives out a hundred lines at a time. */
function answer(path: string): Response {
  const cursor = new URL(path, 'http://x').searchParams.get('cursor')
  asked.push(cursor)
  const from = Number(cursor ?? 0)
  const to = Math.min(rows, from + 100)
  const data = Array.from({ length: to - from }, (_, index) => ({ id: String(from + index) }))
  const total = rows > 1_000 ? { total: 1_000, total_capped: true } : { total: rows }
  return Response.json({ data, meta: { next_cursor: to < rows ? String(to) : null, ...total } })
}

function Table() {
  const { rows, server } = useLoadedPage(useStatement('credits'), 'statement')
  const { search } = useLocation()
  useEffect(() => {
    turn = server.onPage
  })
  return (
    <>
      <p>{`${search} ${server.page}/${server.total} ${rows?.map((row) => row.id) ?? 'loading'}`}</p>
      <Pagination label="Lines" pageSize={5} {...server} />
    </>
  )
}

async function open(address: string): Promise<void> {
  await act(async () => {
    root = createRoot(host)
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[address]}>
          <Table />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })
}

beforeEach(() => {
  rows = 230
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string) => answer(path))
  asked.length = 0
  startFullSession({ access: 'a', refresh: 'r' })
})
afterEach(async () => {
  await act(async () => root.unmount())
  endSession()
  vi.unstubAllGlobals()
})

test('a list is paged to its end: what a page needs is loaded on, and only then', async () => {
  await open('/?statement=20')
  await eventually(() => expect(host.querySelector('p')?.textContent).toBe('?statement=20 19/230 95,96,97,98,99'))
  expect(asked).toEqual([null])
  await act(async () => turn(20))
  await eventually(() => expect(host.querySelector('p')?.textContent).toBe('?statement=21 20/230 100,101,102,103,104'))
  expect(asked).toEqual([null, '100'])
})

test('the address of a page far behind loads as far as that, and one beyond the end shows the last page', async () => {
  await open('/?statement=999')
  await eventually(() => expect(host.querySelector('p')?.textContent).toBe('?statement=999 45/230 225,226,227,228,229'))
  expect(asked).toEqual([null, '100', '200'])
})

test('a piece that cannot be loaded is asked for once, not for ever', async () => {
  const fails = vi.fn(async (path: string) =>
    path.includes('cursor') ? Response.json({ errors: ['no'] }, { status: 400 }) : answer(path),
  )
  vi.stubGlobal('fetch', fails)
  await open('/?statement=30')
  await eventually(() => expect(fails).toHaveBeenCalledTimes(2))
  await eventually(() => expect(host.querySelector('p')?.textContent).toContain('loading'))
  expect(fails).toHaveBeenCalledTimes(2)
})

test('a list that was not counted to its end is paged to its end too', async () => {
  rows = 1_203
  const range = () => host.querySelector('nav span')?.textContent
  await open('/?statement=2')
  await eventually(() => expect(range()).toBe('6–10 of 1,000+'))
  await act(async () => turn(239))
  await eventually(() => expect(host.querySelector('p')?.textContent).toContain('1195,1196,1197,1198,1199'))
  expect(host.querySelector<HTMLButtonElement>('[aria-label="Next page"]')?.disabled).toBe(false)
  await act(async () => turn(240))
  await eventually(() => expect(host.querySelector('p')?.textContent).toContain('1200,1201,1202'))
  expect(host.querySelector<HTMLButtonElement>('[aria-label="Next page"]')?.disabled).toBe(true)
})
