import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link, NavLink } from './link.tsx'

let page: HTMLElement
let root: Root
const Place = () => <output>{useLocation().pathname}</output>
const place = () => page.querySelector('output')?.textContent
const linkTo = (text: string) => [...page.querySelectorAll('a')].find((one) => one.textContent === text)
const click = (text: string, init: MouseEventInit = {}) =>
  act(async () => {
    // The browser would follow the link, and jsdom cannot.
    addEventListener('click', (event) => event.preventDefault(), { once: true })
    linkTo(text)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init }))
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/settings/profile']}>
        <Place />
        <Link to="/home">plain</Link>
        <Link to="/home" target="_blank">
          of its own
        </Link>
        <Link to="/home" onClick={(event) => event.preventDefault()}>
          held back
        </Link>
        <NavLink to="/settings/profile">this</NavLink>
        <NavLink to="/settings">above</NavLink>
        <NavLink to="/settings" end className={({ isActive }) => (isActive ? 'here' : 'elsewhere')}>
          very address
        </NavLink>
        <NavLink to="/set">begins alike</NavLink>
      </MemoryRouter>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
})

test('a link leads to its screen without loading the page', async () => {
  expect(linkTo('plain')?.getAttribute('href')).toBe('/home')
  await click('plain')
  expect(place()).toBe('/home')
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  '%j is for the browser',
  async (init) => {
    await click('plain', init)
    expect(place()).toBe('/settings/profile')
  },
)

test.each(['of its own', 'held back'])('a link that is %s leads nowhere on this page', async (text) => {
  await click(text)
  expect(place()).toBe('/settings/profile')
})

test('a link says that it leads to where one is, or to what is above it', () => {
  const saying = [...page.querySelectorAll('[aria-current=page]')].map((one) => one.textContent)
  expect(saying).toEqual(['this', 'above'])
  expect(linkTo('very address')?.className).toBe('elsewhere')
})
