import { addressOf } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { SearchBox } from './search-box.tsx'

const found = {
  nfts: [sampleNft({ id: '11', name: 'Night Bloom' })],
  users: [{ id: '7', first_name: 'Nila', display_name: 'Nila Bloom', occupation: null, avatar_url: null }],
  categories: [{ id: 2, name: 'Photography' }],
}
const Where = () => <output>{useLocation().pathname + useLocation().search}</output>

beforeEach(() => {
  localStorage.removeItem('recentSearches')
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined
})

async function open(answer: object = found, { isInDialog = true } = {}) {
  const screen = (
    <>
      <SearchBox isInDialog={isInDialog} />
      <Where />
    </>
  )
  const page = await openScreen(screen, { answers: { '/api/search/': { data: answer } } })
  const field = page.querySelector('input') as HTMLInputElement
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (key: string) =>
    act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  const options = () => [...page.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  const where = () => page.querySelector('output')?.textContent
  const submit = () => act(async () => page.querySelector('form')?.requestSubmit())
  return { page, field, type, press, options, where, submit }
}

test('the dialog is opened to type: its field has the focus', async () => {
  const { field } = await open()
  expect(document.activeElement).toBe(field)
})

test('what is typed finds works, members and categories in groups, and all works that match', async () => {
  const { page, type, options } = await open()
  await type('bloom')
  await eventually(() =>
    expect(options()).toEqual([
      'Night BloomNila',
      'NINila BloomMember',
      'PhotographyCategory',
      'Search all works for “bloom”',
    ]),
  )
  const groups = [...page.querySelectorAll('[role=group]')]
  expect(
    groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent),
  ).toEqual(['NFTs', 'Members', 'Categories'])
  expect(page.querySelector('[role=status]')?.textContent).toBe('3 results')
})

test('the arrows go round the options while the focus stays in the field, and Enter goes to the one', async () => {
  const { page, field, type, press, options, where } = await open()
  await type('bloom')
  await eventually(() => expect(options()).toHaveLength(4))
  const active = () => page.querySelector('[aria-selected=true]')
  await press('ArrowUp')
  expect(active()?.textContent).toBe('Search all works for “bloom”')
  await press('ArrowDown')
  expect(active()?.textContent).toBe('Night BloomNila')
  expect(field.getAttribute('aria-activedescendant')).toBe(active()?.id)
  await press('ArrowDown')
  await press('Enter')
  expect(where()).toBe(addressOf('user', { userId: '7' }))
})

test('Enter alone shows all works that match, on Explore', async () => {
  const { type, submit, where } = await open()
  await type('  night bloom ')
  await submit()
  expect(where()).toBe(addressOf('home', { search: 'night bloom' }))
})

test('what was searched for is offered again, the newest first, until it is cleared', async () => {
  const first = await open()
  for (const text of ['tide', 'bloom', 'Tide']) {
    await first.type(text)
    await first.submit()
  }
  await first.type('')
  await eventually(() => expect(first.options()).toEqual(['Tide', 'bloom']))
  await first.press('ArrowDown')
  await first.press('Enter')
  expect(first.field.value).toBe('Tide')
  await first.type('')
  await act(async () => [...first.page.querySelectorAll('button')].at(-1)?.click())
  expect(first.options()).toEqual([])
  expect(first.page.textContent).toContain('Typos are forgiven.')
})

test('a press on what is no option of the results leaves them open; one beside them does not', async () => {
  const { page, field, type, options } = await open(found, { isInDialog: false })
  /** What the browser does with the focus at a press: Safari gives it to no button either. */
  const press = (target: Element | null) =>
    act(async () => {
      const part = target?.closest<HTMLElement>('[tabindex]')
      if (part) part.focus()
      else field.blur()
    })
  await act(async () => field.focus())
  await type('bloom')
  await eventually(() => expect(options()).toHaveLength(4))
  await press(page.querySelector('[role=group] p'))
  expect(options()).toHaveLength(4)
  await act(async () => field.focus())
  await press(page)
  expect(options()).toEqual([])
})

test('of one or two letters it says that it looked at beginnings alone', async () => {
  const { page, type } = await open({ nfts: [], users: [], categories: [] })
  await type('ri')
  await eventually(() => expect(page.textContent).toContain('No name begins with “ri”.'))
})

test('where nothing is alike it says so', async () => {
  const { page, type } = await open({ nfts: [], users: [], categories: [] })
  await type('zzz')
  await eventually(() => expect(page.textContent).toContain('Nothing is called “zzz”.'))
})
