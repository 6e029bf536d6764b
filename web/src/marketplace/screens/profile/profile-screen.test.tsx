import { addressOf, PAGES } from '@verso/protocol/pages/pages'
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
}
const open = (answers: Answers) =>
  openScreen(<ProfileScreen />, { answers, route: PAGES.user, at: addressOf('user', { userId: '7' }) })
const answersFor = (viewerId: string, ...works: unknown[]): Answers => ({
  '/api/users/me/': { data: { ...NILA, id: viewerId } },
  '/api/users/7/': { data: NILA },
  '/api/nfts/': listOf(...works),
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
