import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Disclosure } from './disclosure.tsx'

let root: Root
let page: HTMLElement
const open = async () => {
  page = document.createElement('div')
  root = createRoot(page)
  await act(async () =>
    root.render(
      ['prices', 'activity'].map((name) => (
        <Disclosure key={name} name={name} title={name}>
          content
        </Disclosure>
      )),
    ),
  )
}
const states = () => [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-expanded'))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  history.replaceState(null, '', '/pages/1')
  await open()
})
afterEach(() => act(async () => root.unmount()))

test('a section is as it was left when one comes back to the page, and open on every other', async () => {
  expect(states()).toEqual(['true', 'true'])
  await act(async () => page.querySelector('button')?.click())
  expect(states()).toEqual(['false', 'true'])
  await act(async () => root.unmount())
  await open()
  expect(states()).toEqual(['false', 'true'])

  await act(async () => root.unmount())
  history.replaceState(null, '', '/pages/2')
  await open()
  expect(states()).toEqual(['true', 'true'])
})
