import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { sampleNft } from '../../testing/sample-nft.ts'
import { invalidateNfts } from './nfts.ts'
import { useBookmarkedNfts, useBookmarkNft, useFollow } from './social.ts'

vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() } }))

const NFT = ['nfts', 'one', '1']
const USER = ['users', '7']
const set = { like: vi.fn<(isOn: boolean) => void>(), follow: vi.fn<(isOn: boolean) => void>() }
const asked: string[] = []
let answers: (() => void)[] = []
let client: QueryClient
let root: Root

function Page() {
  const { mutate: like } = useBookmarkNft('favourite')
  const { mutate: follow } = useFollow()
  set.like.mockImplementation((isOn) => like({ id: '1', isOn }))
  set.follow.mockImplementation((isOn) => follow({ id: '7', isOn }))
  return null
}
function Wishlist() {
  useBookmarkedNfts('wishlist')
  return null
}
/** Answers all that was asked up to now. */
const answer = () => act(async () => answers.splice(0).forEach((send) => send()))
const isLiked = () => client.getQueryData<{ is_favourite: boolean }>(NFT)?.is_favourite
const isFollowed = () => client.getQueryData<{ is_following: boolean }>(USER)?.is_following

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(method)
    return new Promise((resolve) =>
      answers.push(() => resolve(Response.json({ data: null, meta: { next_cursor: null } }))),
    )
  })
  await loadTexts()
  asked.length = 0
  answers = []
  client = new QueryClient()
  client.setQueryData(NFT, sampleNft({ is_favourite: false }))
  client.setQueryData(USER, { id: '7', is_following: false })
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['like', set.like, isLiked],
  ['follow', set.follow, isFollowed],
])('the second click of a %s waits for the answer to the first', async (_name, click, isOn) => {
  await act(async () => click(true))
  await act(async () => click(false))
  expect([asked, isOn()]).toEqual([['PUT'], false])
  await answer()
  expect([asked, isOn()]).toEqual([['PUT', 'DELETE'], false])
  await answer()
  expect(isOn()).toBe(false)
})

test.each([
  ['like', set.like, isLiked, NFT, sampleNft({ is_favourite: false })],
  ['follow', set.follow, isFollowed, USER, { id: '7', is_following: false }],
])('an answer that was on its way before a %s does not undo it', async (_name, click, isOn, queryKey, before) => {
  let land: (answer: unknown) => void = () => undefined
  const late = new Promise((done) => {
    land = done
  })
  void client.fetchQuery({ queryKey, queryFn: () => late }).catch(() => undefined)
  await act(async () => click(true))
  await act(async () => land(before))
  expect(isOn()).toBe(true)
})

test('what a reservation or a purchase changes is asked for again on the wishlist too', async () => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Wishlist />
      </QueryClientProvider>,
    ),
  )
  await answer()
  expect(asked).toEqual(['GET'])
  await act(async () => void invalidateNfts(client))
  expect(asked).toEqual(['GET', 'GET'])
  await answer()
})
