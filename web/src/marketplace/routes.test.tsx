import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, expect, test, vi } from 'vitest'
import { NEWEST_LISTED, nftList, oneNft } from '../api/nfts/nfts.ts'
import { queryClient } from '../api/query-client.ts'
import { publicSettings } from '../api/settings.ts'
import { oneUser } from '../api/users.ts'
import { listOf } from '../testing/open-screen.tsx'
import { sampleNft } from '../testing/sample-nft.ts'
import { preloadScreen } from './routes.tsx'

// The theme asks for it as soon as it is evaluated.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false })))

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const answerWith = (answer: (path: string) => Promise<Response>) =>
  vi.stubGlobal('fetch', (url: string) => answer(url.split('?')[0] ?? url))

test('Explore, a work and a profile have their data before they are drawn', async () => {
  const nft = sampleNft()
  answerWith(async (path) => Response.json(path === '/api/nfts/' ? listOf(nft) : { data: { id: path } }))
  await preloadScreen('/')
  expect(queryClient.getQueryData(nftList(NEWEST_LISTED).queryKey)?.pages[0]?.data).toEqual([nft])
  await preloadScreen(addressOf('nft', { nftId: '7' }))
  expect(queryClient.getQueryData(oneNft('7').queryKey)).toEqual({ id: '/api/nfts/7/' })
  await preloadScreen(addressOf('user', { userId: '8' }))
  expect(queryClient.getQueryData(oneUser('8').queryKey)).toEqual({ id: '/api/users/8/' })
  expect(queryClient.getQueryData(nftList({ created_by: '8', sort: '-updated_at' }).queryKey)?.pages).toHaveLength(1)
})

test('what the frame of every screen shows is there too', async () => {
  answerWith(async (path) => Response.json({ data: { id: path } }))
  await preloadScreen(addressOf('signIn'))
  expect(queryClient.getQueryData(publicSettings.queryKey)).toEqual({ id: '/api/settings/' })
})

test('a screen whose data does not come is shown all the same', async () => {
  answerWith(() => new Promise(() => undefined))
  await preloadScreen(addressOf('nft', { nftId: '7' }))
  expect(queryClient.isFetching(oneNft('7'))).toBe(1)
})

test('an address that nothing is behind has a screen too', async () => {
  answerWith(async (path) => Response.json({ data: { id: path } }))
  await preloadScreen('/nowhere')
  expect(queryClient.isFetching()).toBe(0)
})
