import { addressOf } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { endSession, startFullSession } from '../../../../api/session.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { sampleNft } from '../../../../testing/sample-nft.ts'
import { FrontPlace } from './front-place.tsx'

const ARTIST = { id: '7', first_name: 'Nila', last_name: 'Silva', display_name: null, avatar_url: null }
const answers = { '/api/featured/': { data: { nfts: [sampleNft({ id: '5' })], users: [ARTIST] } } }

afterEach(async () => {
  localStorage.clear()
  await act(async () => endSession())
})

test('a visitor sees what this is, how it goes, and the way to what is featured', async () => {
  const page = await openScreen(<FrontPlace />, { answers })
  await eventually(() =>
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      addressOf('register'),
      addressOf('nft', { nftId: '5' }),
      addressOf('user', { userId: '7' }),
    ]),
  )
  expect(page.querySelector('h2')?.textContent).toContain('Own art')
  expect(page.querySelectorAll('ol li')).toHaveLength(3)
})

test('what nothing is featured for says its sentence and steps alone', async () => {
  const page = await openScreen(<FrontPlace />, { answers: { '/api/featured/': { data: { nfts: [], users: [] } } } })
  await eventually(() => expect(page.querySelectorAll('ol li')).toHaveLength(3))
  await eventually(() => expect(page.querySelector('ul')).toBeNull())
})

test('once closed it stays closed in this browser', async () => {
  const page = await openScreen(<FrontPlace />, { answers })
  await eventually(() => expect(page.querySelector('button')).not.toBeNull())
  await act(async () => page.querySelector('button')?.click())
  expect(page.textContent).toBe('')
  expect((await openScreen(<FrontPlace />, { answers })).textContent).toBe('')
})

test('a member does not see it', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  expect((await openScreen(<FrontPlace />, { answers })).textContent).toBe('')
})
