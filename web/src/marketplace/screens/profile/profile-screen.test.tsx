import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { type Answers, listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../testing/sample-nft.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { ProfileScreen } from './profile-screen.tsx'

const NILA = {
  id: '7',
  first_name: 'Nila',
  last_name: 'Silva',
  display_name: 'Nila Silva',
  created_at: '2026-01-01T00:00:00Z',
  counts: { created: 3, owned: 2, sold: 1, collectors: 1 },
}
const open = (answers: Answers, search = '') =>
  openScreen(<ProfileScreen />, { answers, route: PAGES.user, at: addressOf('user', { userId: '7' }) + search })
const answersFor = (viewerId: string, ...nfts: unknown[]): Answers => ({
  '/api/users/me/': { data: { ...NILA, id: viewerId } },
  '/api/users/7/': { data: NILA },
  '/api/nfts/': listOf(...nfts),
})
const buttons = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? button.textContent)

afterEach(endSession)

test('a member who does not exist is the page’s heading and title', async () => {
  document.title = 'Explore · Verso'
  const page = await open({})
  await eventually(() => expect(page.querySelector('h1')?.textContent).toBe('There is no such member'))
  await eventually(() => expect(document.title).toBe('There is no such member · Verso'))
})

test.each([
  ['PAYMENT_PROCESSING', true],
  ['PAID', true],
  ['ACTIVE', false],
  ['SOLD', false],
] as const)('a work whose latest listing is %s: flagged "Pending" is %s', async (status, isFlagged) => {
  const listing = sampleListing({ status })
  const page = await open(answersFor('8', sampleNft({ listings: [listing], latest_listing: listing })))
  await eventually(() => expect(page.querySelector('li.card')?.textContent).toContain('Tide'))
  const picture = page.querySelector('li.card > div')
  expect(picture?.textContent).toBe(isFlagged ? 'Pending' : '')
})

test('the owner sees the controls to edit it, and which size a picture should have', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await open(answersFor('7'))
  await eventually(() => expect(page.querySelector('h1')?.textContent).toBe('My profile'))
  expect(buttons(page)).toEqual(
    expect.arrayContaining(['Change cover image', 'Change profile picture', 'Edit profile']),
  )
  expect(page.textContent).toContain('recommended 500x500 px')
  expect(page.textContent).not.toContain('add to favorite')
})

test.each(['a visitor', 'another member'])('%s sees none of them, but "add to favorite"', async (who) => {
  if (who === 'another member') startFullSession({ access: 'a', refresh: 'r' })
  const page = await open(answersFor('8'))
  await eventually(() => expect(page.querySelector('h1')?.textContent).toBe('Nila Silva'))
  expect(buttons(page)).toEqual(['add to favorite'])
  expect(page.querySelector('[aria-label="Edit profile"], input')).toBeNull()
  expect(page.textContent).not.toContain('500x500')
})

const tabs = (page: HTMLElement) => [...page.querySelectorAll('nav[aria-label="Works"] a')]
const currentTab = (page: HTMLElement) =>
  tabs(page).find((tab) => tab.getAttribute('aria-current') === 'page')?.firstChild?.textContent

test('one’s own profile starts at Owned, with the counts of all tabs', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await open(answersFor('7', sampleNft(), sampleNft({ id: '2' })))
  await eventually(() => expect(currentTab(page)).toBe('Owned'))
  expect(page.querySelector('h2')?.textContent).toBe('My NFTs')
  await eventually(() =>
    expect(tabs(page).map((tab) => tab.textContent)).toEqual(['Created3', 'Owned2', 'Sold1', 'Withdrawn2']),
  )
  expect(page.querySelector('header')?.textContent).toContain('3 works1 sale1 collector')
})

test.each([
  [3, 'Created'],
  [0, 'Owned'],
])('another’s profile, of a member who has created %i works, starts at %s', async (created, tab) => {
  const user = { ...NILA, counts: { ...NILA.counts, created } }
  const page = await open({ ...answersFor('8', sampleNft()), '/api/users/7/': { data: user } })
  await eventually(() => expect(currentTab(page)).toBe(tab))
})

test('the address names the tab, and a tab is one step on', async () => {
  const page = await open(answersFor('8'), '?tab=sold')
  await eventually(() => expect(currentTab(page)).toBe('Sold'))
  expect(page.textContent).toContain('Nila Silva has not sold any works yet.')
  await act(async () => tabs(page)[3]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
  await eventually(() => expect(currentTab(page)).toBe('Withdrawn'))
})

test('an address with a tab that does not exist shows the first one', async () => {
  const page = await open(answersFor('8', sampleNft()), '?tab=lost')
  await eventually(() => expect(currentTab(page)).toBe('Created'))
})
