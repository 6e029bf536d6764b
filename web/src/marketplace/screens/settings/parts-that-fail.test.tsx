import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleNft } from '../../../testing/sample-nft.ts'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { SellScreen } from '../sell/sell-screen.tsx'
import { CreditsTab } from './money/credits-tab.tsx'
import { PasswordPanel } from './security/password-panel.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const { notArrived } = vi.hoisted(() => ({
  notArrived: (): never => {
    throw new TypeError('Failed to fetch dynamically imported module')
  },
}))
vi.mock('./security/password-form.tsx', notArrived)
vi.mock('../../payment/topup-form.tsx', notArrived)
vi.mock('./wallets/crypto-wallets-tab.tsx', notArrived)
vi.mock('../sell/date-range.tsx', notArrived)

const NOT_LOADED = 'This could not be loaded.'
const answers = {
  '/api/accounts/credits/': { data: { credit: 0, held: 0 } },
  '/api/payments/': listOf(),
  '/api/nfts/1/': { data: sampleNft() },
  '/api/users/me/': { data: { id: '7' } },
}

beforeEach(() => {
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  // React tells the console of what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await act(async () => endSession())
  vi.restoreAllMocks()
})

/** On a page with a boundary of its own, which must not be needed. */
const open = (part: ReactNode, at = '/', route = '*') =>
  openScreen(
    <Boundary>
      <input aria-label="Occupation" />
      {part}
    </Boundary>,
    { answers, at, route },
  )

const press = (page: HTMLElement, name: string) =>
  act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

async function expectOnlyThatPartMissing(page: HTMLElement) {
  await eventually(() => expect(page.textContent).toContain(NOT_LOADED))
  expect(page.querySelector('[aria-label=Occupation]')).not.toBeNull()
}

test('a password form that does not arrive leaves what is typed beside it', async () => {
  const page = await open(<PasswordPanel phone={null} email="nila@example.com" />)
  await press(page, 'Change password')
  await expectOnlyThatPartMissing(page)
})

test('a top-up form that does not arrive leaves the statement', async () => {
  const page = await open(<CreditsTab />)
  await press(page, 'Topup')
  await expectOnlyThatPartMissing(page)
  expect(page.textContent).toContain('Statement')
})

test('a tab of the settings that does not arrive leaves the other tabs', async () => {
  const page = await open(<SettingsScreen />, addressOf('settingsTab', { tab: 'crypto-wallets' }), PAGES.settings)
  await expectOnlyThatPartMissing(page)
  expect(page.querySelector('h1')?.textContent).toBe('All Settings')
})

test('a calendar that does not arrive leaves the price', async () => {
  const page = await open(<SellScreen />, addressOf('sell', { nftId: '1' }), PAGES.sell)
  await expectOnlyThatPartMissing(page)
  expect(page.querySelector('form input')).not.toBeNull()
})
