import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { PROFILE_POLL_MS } from '@verso/protocol/limits'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWatchedNfts } from './watched-nfts.ts'

let root: Root
let client: QueryClient
let list: ReturnType<typeof useWatchedNfts>
let asked: string[]
let nfts: { id: string; name: string }[]

function Screen({ onList }: { onList: (shown: typeof list) => void }) {
  onList(useWatchedNfts({ owned_by: 'me' }))
  return null
}
const take = (shown: typeof list) => {
  list = shown
}
const open = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Screen onList={take} />
      </QueryClientProvider>,
    ),
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const names = () => list.data?.nfts.map((nft) => nft.name)
const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  asked = []
  nfts = ['a', 'b', 'c'].map((id) => ({ id, name: id }))
  // Pages of two NFTs each.
  vi.stubGlobal('fetch', async (url: string) => {
    const start = Number(new URL(url, 'http://localhost').searchParams.get('cursor') ?? 0)
    asked.push(start === 0 ? 'first page' : 'next page')
    const meta = { next_cursor: start + 2 < nfts.length ? String(start + 2) : null, total: nfts.length }
    return Response.json({ data: nfts.slice(start, start + 2), meta })
  })
  client = new QueryClient()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('however much is loaded, only the first page is asked for, and nothing in a hidden tab', async () => {
  await open()
  await pass(10)
  await act(async () => void list.fetchNextPage())
  await pass(10)
  expect(names()).toEqual(['a', 'b', 'c'])
  asked = []
  nfts[0] = { id: 'a', name: 'a, renamed' }
  await pass(PROFILE_POLL_MS + 10)
  expect(asked).toEqual(['first page'])
  expect(names()).toEqual(['a, renamed', 'b', 'c'])

  asked = []
  show('hidden')
  await pass(PROFILE_POLL_MS * 5)
  expect(asked).toEqual([])
  show('visible')
  await pass(PROFILE_POLL_MS + 10)
  expect(asked[0]).toBe('first page')
})

test('where a work has come or gone, the whole list is read again', async () => {
  await open()
  await pass(10)
  await act(async () => void list.fetchNextPage())
  await pass(10)
  nfts.unshift({ id: 'new', name: 'new' })
  await pass(PROFILE_POLL_MS + 10)
  await pass(10)
  expect(names()).toEqual(['new', 'a', 'b', 'c'])
})

test('what was asked before a work was unlisted does not come back over the newer list', async () => {
  await open()
  await pass(10)
  const answerNow = fetch
  let answerLate: (() => void) | undefined
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await answerNow(...args)
    await new Promise<void>((resolve) => {
      answerLate = resolve
    })
    return answer
  })
  await pass(PROFILE_POLL_MS + 10)
  vi.stubGlobal('fetch', answerNow)
  nfts[0] = { id: 'a', name: 'a, unlisted' }
  await act(async () => void list.refetch())
  await pass(10)
  expect(names()).toEqual(['a, unlisted', 'b'])
  await act(async () => answerLate?.())
  await pass(10)
  expect(names()).toEqual(['a, unlisted', 'b'])
})
