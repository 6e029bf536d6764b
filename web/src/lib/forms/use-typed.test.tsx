import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTyped } from './use-typed.ts'

const sent: string[] = []
let root: Root
let field: { text: string; type: (next: string) => void }

type FieldProps = { value: string; onReady: (tools: typeof field) => void }

function Field({ value, onReady }: FieldProps) {
  const [text, type] = useTyped(value, (next) => sent.push(next))
  onReady({ text, type })
  return null
}
const keep = (tools: typeof field) => {
  field = tools
}
const comesBack = (value: string) => act(async () => root.render(<Field value={value} onReady={keep} />))
const type = (next: string) => act(async () => field.type(next))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  root = createRoot(document.createElement('div'))
  await comesBack('')
})
afterEach(() => act(async () => root.unmount()))

test('what was typed and comes back late pulls no letters back', async () => {
  for (const next of ['r', 're', 'red']) await type(next)
  expect(sent).toEqual(['r', 're', 'red'])
  for (const late of ['r', 're', 'red']) {
    await comesBack(late)
    expect(field.text).toBe('red')
  }
})

test('what others set takes the place of what was typed', async () => {
  await type('r')
  await type('red')
  await comesBack('red')
  await comesBack('')
  expect(field.text).toBe('')
  await comesBack('r')
  expect(field.text).toBe('r')
})
