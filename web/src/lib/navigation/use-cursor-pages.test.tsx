import '../../locales/texts.ts'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { useCursorPages } from './use-cursor-pages.ts'

const host = document.createElement('div')
let root: Root
let rows: string[]
let goBack: () => void
let readAgain: () => void

/** The server gives out five rows at a time; a cursor is the row before them. */
function Payouts({ onReady }: { onReady: (tools: [() => void, () => void]) => void }) {
  const { cursor, pagesOf } = useCursorPages()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  onReady([() => void navigate(-1), () => void navigate(pathname + search, { replace: true, state: state as unknown })])
  const after = rows.filter((row) => cursor === undefined || row > cursor)
  const shown = after.slice(0, 5)
  const next_cursor = after.length > 5 ? (shown.at(-1) ?? null) : null
  return (
    <DataTable
      label="Payouts"
      columns={[{ key: 'id', header: 'ID', cell: (row) => row }]}
      rows={shown}
      rowKey={(row) => row}
      server={pagesOf({ next_cursor, total: rows.length })}
      empty="No payouts here."
    />
  )
}

const Elsewhere = () => <p>{useLocation().pathname === '/before' ? 'before' : ''}</p>
const step = (run: () => void) => act(async () => run())
const shown = () => [...host.querySelectorAll('tbody tr')].map((row) => row.textContent)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  rows = ['a', 'b', 'c', 'd', 'e', 'f']
  root = createRoot(host)
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/before', '/payouts']} initialIndex={1}>
        <Payouts onReady={(tools) => ([goBack, readAgain] = tools)} />
        <Elsewhere />
      </MemoryRouter>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('when the last row of the last page has gone, the page before it shows, as if it had been there', async () => {
  await step(() => host.querySelector<HTMLButtonElement>('[aria-label="Next page"]')?.click())
  expect(shown()).toEqual(['f'])
  rows = rows.slice(0, 5)
  await step(readAgain)
  expect(host.textContent).not.toContain('No payouts here.')
  expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await step(goBack)
  await step(goBack)
  expect(host.textContent).toContain('before')
})

test('a list without rows says so', async () => {
  rows = []
  await step(readAgain)
  expect(host.textContent).toContain('No payouts here.')
})
