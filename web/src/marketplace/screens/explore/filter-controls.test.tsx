import { act } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-screen.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { useExploreFilters } from './explore-filters.ts'
import { PriceInput } from './filter-controls.tsx'

function Filters() {
  const [filters, change] = useExploreFilters()
  return (
    <>
      <PriceInput bound="min" range={filters} change={change} />
      <ActiveFilters filters={filters} change={change} />
    </>
  )
}

test('a price that is none stays in its field with a mark, in browsers that take letters too, until it is cleared', async () => {
  const page = await openScreen(<Filters />, { answers: {} })
  const field = page.querySelector('input')
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('50')
  expect(page.textContent).toContain('From $50')
  await type('50,5')
  expect(page.textContent).not.toContain('From')
  expect(field?.value).toBe('50,5')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  await act(async () => page.querySelector('button')?.click())
  expect(field?.value).toBe('')
  expect(field?.getAttribute('aria-invalid')).toBe('false')
})
