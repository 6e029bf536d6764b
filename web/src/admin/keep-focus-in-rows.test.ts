import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocusInRows } from './keep-focus-in-rows.ts'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const focusIsOn = (selector: string) =>
  vi.waitFor(() => expect(document.activeElement).toBe(find(selector)), { timeout: 4_000 })
let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `<main id="main" tabindex="-1"><ul>${['a', 'b', 'c']
    .map((id) => `<li id="${id}" data-row tabindex="-1"><button></button><button></button></li>`)
    .join('')}</ul></main>`
  HTMLElement.prototype.scrollIntoView = vi.fn<() => void>()
  stop = keepFocusInRows()
})
afterEach(() => stop())

test('a button that can be pressed no more, or goes, leaves the focus on its row, a row on the one that took its place', async () => {
  find('#b button')?.focus()
  find('#b button')?.setAttribute('disabled', '')
  await focusIsOn('#b')
  find('#b button:enabled')?.focus()
  find('#b button:enabled')?.remove()
  await focusIsOn('#b')
  find('#b')?.remove()
  await focusIsOn('#c')
  find('#c')?.remove()
  await focusIsOn('#a')
})

test('a row that moves keeps the focus where it was', async () => {
  find('#a button')?.focus()
  find('ul')?.append(find('#a') ?? '')
  await focusIsOn('#a button')
})

test('after a question about a row that is gone, the focus is on the next row', async () => {
  find('#a button')?.focus()
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button></button></div>')
  find('[role=dialog] button')?.focus()
  find('#a')?.remove()
  find('[role=dialog]')?.remove()
  await focusIsOn('#b')
})

test('when the last row is gone with its list, the focus is on what is around it', async () => {
  find('#a button')?.focus()
  find('ul')?.remove()
  await focusIsOn('#main')
})

test('whoever has left the list is not called back', async () => {
  find('#a button')?.focus()
  find('#main')?.focus()
  find('#main')?.blur()
  find('#b')?.remove()
  // What the list would have asked for had to come before this.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))))
  expect(document.activeElement).toBe(document.body)
})
