import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
