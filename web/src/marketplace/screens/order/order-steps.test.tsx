import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../../lib/load-texts.ts'
import { OrderSteps } from './order-steps.tsx'

beforeEach(loadTexts)

test('a payment that did not happen is neither called paid nor given a time', () => {
  const steps = ['Paid', 'Yours'].map((name) => ({ name, status: 'FAILED' as const, at: '2026-01-02T03:04:05Z' }))
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<OrderSteps steps={steps} />)
  expect([...page.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Payment',
    'Did not happen',
    'Yours',
    'Did not happen',
  ])
})

test('what is still to be paid is not called paid', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<OrderSteps steps={[{ name: 'Paid', status: 'CURRENT', at: null }]} />)
  expect([...page.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['Payment', 'Under way'])
})
