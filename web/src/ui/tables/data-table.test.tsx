import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { DataTable } from './data-table.tsx'

const ROWS = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox', 'gnu'].map((name) => ({ name }))
const onSelected = vi.fn()

function Animals({ rows = ROWS, error }: { rows?: typeof ROWS; error?: Error }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const onChange = (next: Set<string>) => {
    setSelected(next)
    onSelected([...next].sort())
  }
  return (
    <DataTable
      label="Animals"
      rows={rows}
      error={error}
      rowKey={({ name }) => `key of ${name}`}
      columns={[{ key: 'name', header: 'NAME', cell: ({ name }) => name }]}
      actions={({ name }) => <button type="button">Feed {name}</button>}
      selection={{ selected, onChange, nameOf: ({ name }) => name }}
    />
  )
}

const keysOf = (...names: string[]) => names.map((name) => `key of ${name}`)
const textsOf = (page: HTMLElement, selector: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent)
const boxes = (page: HTMLElement) => [...page.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
const click = (element: HTMLElement | null | undefined) => act(async () => element?.click())
const named = (page: HTMLElement, label: string) => page.querySelector<HTMLElement>(`[aria-label="${label}"]`)

test('it shows five rows a page, and the buttons of a row in a column headed ACTION', async () => {
  const page = await openScreen(<Animals />)
  expect(textsOf(page, 'th')).toEqual(['', 'NAME', 'ACTION'])
  expect(textsOf(page, 'tbody tr')).toEqual(['antFeed ant', 'beeFeed bee', 'catFeed cat', 'dogFeed dog', 'eelFeed eel'])
  await click(named(page, 'Next page'))
  expect(textsOf(page, 'tbody tr')).toEqual(['foxFeed fox', 'gnuFeed gnu'])
})

test('without rows it keeps its headings above what it says instead', async () => {
  const page = await openScreen(<Animals rows={[]} />)
  expect(textsOf(page, 'th')).toEqual(['', 'NAME', 'ACTION'])
  expect(page.textContent).toContain('Nothing here yet')
  expect(page.querySelector('tbody tr')).toBeNull()
})

test('a row is selected by itself, and given up by a second click', async () => {
  const page = await openScreen(<Animals />)
  await click(named(page, 'Select row bee'))
  expect(onSelected).toHaveBeenLastCalledWith(keysOf('bee'))
  expect(boxes(page).map((box) => box.checked)).toEqual([false, false, true, false, false, false])
  await click(named(page, 'Select row bee'))
  expect(onSelected).toHaveBeenLastCalledWith([])
})

test('"select all" is about the rows of the page, and leaves what is selected on others', async () => {
  const page = await openScreen(<Animals />)
  await click(named(page, 'Select row cat'))
  await click(named(page, 'Next page'))
  expect(boxes(page)[0]?.checked).toBe(false)
  await click(boxes(page)[0])
  expect(onSelected).toHaveBeenLastCalledWith(keysOf('cat', 'fox', 'gnu'))
  expect(boxes(page).every((box) => box.checked)).toBe(true)
  await click(boxes(page)[0])
  expect(onSelected).toHaveBeenLastCalledWith(keysOf('cat'))

  await click(named(page, 'Previous page'))
  await click(boxes(page)[0])
  expect(onSelected).toHaveBeenLastCalledWith(keysOf('ant', 'bee', 'cat', 'dog', 'eel'))
})

test('rows that could not be asked for again stay', async () => {
  const page = await openScreen(<Animals error={new Error('offline')} />)
  expect(textsOf(page, 'tbody tr')).toHaveLength(5)
  expect(page.querySelector('[role=alert]')).toBeNull()
})
