import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { BarChart } from './bar-chart.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined
    disconnect = () => undefined
  },
)

test('says every value, has no bar for nothing, and is read with the arrow keys', async () => {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const points = [
    { at: '11/01', value: 3 },
    { at: '11/02', value: 0 },
    { at: '11/03', value: 7 },
  ]
  const chart = <BarChart label="Mints" points={points} formatDate={String} formatValue={(value) => `${value} mints`} />
  await act(async () => root.render(chart))
  const drawing = page.querySelector('svg')
  expect(drawing?.getAttribute('aria-label')).toBe('Mints: 11/01 3 mints, 11/02 0 mints, 11/03 7 mints')
  expect(drawing?.querySelectorAll('path')).toHaveLength(2)
  const press = (key: string) =>
    act(async () => drawing?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press('ArrowLeft')
  expect(page.querySelector('[role=status]')?.textContent).toBe('11/037 mints')
  await press('Escape')
  expect(page.querySelector('[role=status]')).toBeNull()
  await act(async () => root.unmount())
  page.remove()
})
