import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ChartPoint } from './chart-geometry.ts'
import { LineChart } from './line-chart.tsx'

test('the values beside the grid have the decimals that were asked for', () => {
  const page = document.createElement('div')
  const valuesWith = (gridDecimals?: number) => {
    page.innerHTML = renderToStaticMarkup(
      <LineChart
        label="Price History"
        points={[{ at: '2026-11-01T00:00:00Z', value: 87.5 }]}
        formatDate={() => '11/01'}
        formatValue={String}
        gridDecimals={gridDecimals}
      />,
    )
    return [...page.querySelectorAll('text')].map((text) => text.textContent)
  }
  expect(valuesWith(1)).toEqual(['0.0', '20.0', '40.0', '60.0', '80.0', '100.0', '11/01'])
  expect(valuesWith()).toContain('20')
})

/** A page that is 400 pixels wide. */
async function draw() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      measured: (entries: { contentRect: { width: number } }[]) => void
      constructor(measured: (entries: { contentRect: { width: number } }[]) => void) {
        this.measured = measured
      }
      observe = () => this.measured([{ contentRect: { width: 400 } }])
      disconnect = () => undefined
    },
  )
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    page.remove()
    vi.unstubAllGlobals()
  })
  const show = (...points: ChartPoint[]) =>
    act(async () =>
      root.render(<LineChart label="Price" points={points} formatDate={String} formatValue={String} empty="None" />),
    )
  const press = (key: string) =>
    act(async () => page.querySelector('svg')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  return { page, show, press }
}

test('each value is read on the side that has room for it, the newest of two sales too', async () => {
  const { page, show, press } = await draw()
  await show({ at: '2026-11-01T00:00:00Z', value: 10 }, { at: '2026-11-02T00:00:00Z', value: 20 })
  const reading = () => page.querySelector<HTMLElement>('[role=status]')?.style.transform
  await press('ArrowLeft')
  expect(reading()).toContain('-100%')
  await press('ArrowLeft')
  expect(reading()).not.toContain('-100%')
})

test('a chart that was empty at first takes the width of its place', async () => {
  const { page, show } = await draw()
  await show()
  expect(page.textContent).toBe('None')
  await show({ at: '2026-11-01T00:00:00Z', value: 10 })
  expect(page.querySelector('svg')?.getAttribute('width')).toBe('400')
})
