import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../locales/dashboard-texts.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleNft } from '../../../testing/sample-nft.ts'
import { Attention } from './attention.tsx'

beforeEach(() => startFullSession({ access: 'a', refresh: 'r' }))
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const WALLET = { id: '1', chain: 'POLYGON', public_address: '0x1', created_at: '2026-03-01T10:00:00.000Z' }
type Member = { first_name?: string; avatar?: string; owned?: number; accounts?: object[]; credit?: number }
const answersFor = ({ first_name, avatar, owned = 0, accounts = [], credit = 5 }: Member) => ({
  '/api/users/me/': {
    data: {
      id: '7',
      email: 'nila@example.test',
      display_name: null,
      first_name: first_name ?? null,
      avatar: avatar ?? null,
    },
  },
  '/api/users/7/': { data: { id: '7', counts: { created: 0, owned, sold: 0, collectors: 0 } } },
  '/api/accounts/fiats/': { data: accounts },
  '/api/accounts/credits/': { data: { credit } },
  '/api/accounts/cryptos/': { data: [WALLET] },
  '/api/payments/': listOf(),
  '/api/nfts/': listOf(),
})
const linksOf = (page: HTMLElement) =>
  [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

test('a new member has a checklist in place of "Nothing needs your attention", each step with its link', async () => {
  const page = await openScreen(<Attention />, { answers: answersFor({}) })
  await eventually(() =>
    expect(linksOf(page)).toEqual([
      ['Add your name', addressOf('settingsTab', { tab: 'profile' })],
      ['Add a profile picture', addressOf('settingsTab', { tab: 'profile' })],
      ['Buy or create your first work', addressOf('home')],
      ['Add bank details for payouts', addressOf('settingsTab', { tab: 'earnings' })],
    ]),
  )
  expect(page.textContent).not.toContain('Nothing needs')
})

test('a step that is done is ticked, and no link any more', async () => {
  const page = await openScreen(<Attention />, { answers: answersFor({ first_name: 'Nila', owned: 1 }) })
  await eventually(() => expect(page.textContent).toContain('2 of 4 done'))
  expect(linksOf(page).map(([text]) => text)).toEqual(['Add a profile picture', 'Add bank details for payouts'])
})

test('what needs attention stands beside the checklist', async () => {
  const page = await openScreen(<Attention />, { answers: answersFor({ credit: 0 }) })
  await eventually(() => expect(page.textContent).toContain('Your transaction credits do not pay for a network fee'))
  expect(page.textContent).toContain('0 of 4 done')
})

test('of the works one has made those that wait for approval are counted, not those that were refused', async () => {
  const [waiting, refused] = [
    sampleNft({ approved: false, approval: 'PENDING' }),
    { approved: false, approval: 'REFUSED' } as const,
  ]
  const nfts = listOf(waiting, sampleNft({ ...refused, id: '2' }))
  const page = await openScreen(<Attention />, { answers: { ...answersFor({}), '/api/nfts/': nfts } })
  await eventually(() => expect(page.textContent).toContain('1 work waits for approval'))
})

test('once all of it is done the checklist is gone', async () => {
  const all = { first_name: 'Nila', avatar: 'f1', owned: 1, accounts: [{ id: '1' }] }
  const page = await openScreen(<Attention />, { answers: answersFor(all) })
  await eventually(() => expect(page.textContent).toContain('Nothing needs your attention.'))
  expect(page.textContent).not.toContain('Getting started')
})
