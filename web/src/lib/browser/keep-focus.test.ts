import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showHtml } from '../../testing/show-html.ts'
import { keepFocus } from './keep-focus.ts'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const focusIsOn = (selector: string) =>
  vi.waitFor(() => expect(document.activeElement).toBe(find(selector)), { timeout: 30_000 })
/** Later than any focus that would be restored. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))))
let stop: () => void

beforeEach(() => {
  const rows = ['a', 'b', 'c'].map(
    (id) => `<li id="${id}" data-row tabindex="-1"><button></button><button></button></li>`,
  )
  showHtml(`<main id="main" tabindex="-1"><ul>${rows.join('')}</ul></main>`)
  HTMLElement.prototype.scrollIntoView = vi.fn<() => void>()
  stop = keepFocus()
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

test('a control that goes leaves the focus on what it was part of, which a screen reader names', async () => {
  find('#main')?.insertAdjacentHTML(
    'beforeend',
    '<form><div role="group" aria-label="NFT file"><button id="remove"></button></div></form>',
  )
  find('#remove')?.focus()
  find('#remove')?.remove()
  await focusIsOn('[role=group]')
  find('form')?.insertAdjacentHTML('beforeend', '<button id="discard"></button>')
  find('#discard')?.focus()
  find('form')?.remove()
  await focusIsOn('#main')
})

test('a click beside every control does not move the focus back', async () => {
  find('#a button')?.focus()
  find('#main')?.insertAdjacentHTML('beforeend', '<p id="text"></p>')
  find('#text')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('#a button')?.blur()
  find('#b')?.remove()
  await drawn()
  expect(document.activeElement).toBe(document.body)
})

test('leaving a field does not move the focus back', async () => {
  find('#main')?.insertAdjacentHTML('beforeend', '<form><input id="search"></form>')
  find('#search')?.focus()
  find('#search')?.blur()
  find('#b')?.remove()
  await drawn()
  expect(document.activeElement).toBe(document.body)
})

test('a press on the picture of a button counts as one on the button', async () => {
  find('#main')?.insertAdjacentHTML('beforeend', '<nav><button id="next"><svg id="arrow"></svg></button></nav>')
  find('#arrow')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('#next')?.remove()
  await focusIsOn('nav')
})

test('leaving the list does not move the focus back', async () => {
  find('#a button')?.focus()
  find('#main')?.focus()
  find('#main')?.blur()
  find('#b')?.remove()
  await drawn()
  expect(document.activeElement).toBe(document.body)
})

test('going back to a page starts at the top of its focus order', async () => {
  history.replaceState(null, '', '/list')
  find('#a button')?.focus()
  history.replaceState(null, '', '/work')
  find('ul')?.remove()
  await drawn()
  history.replaceState(null, '', '/list')
  find('#main')?.append('the list')
  await drawn()
  expect(document.activeElement).toBe(document.body)
})
