import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refreshWhatChanged } from './refresh-what-changed.ts'

test('a sale, a royalty and a mint show in the earnings and credits that are on the screen', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  for (const key of ['earnings', 'credits']) client.setQueryData([key], {})
  refreshWhatChanged(client)({ id: '1', event: 'nft.sold', subject: { type: 'nft', id: 'n1' } } as never)
  vi.advanceTimersByTime(100)
  expect(['earnings', 'credits'].map((key) => client.getQueryState([key])?.isInvalidated)).toEqual([true, true])
  client.clear()
})

test('after a gap all is read again but what a payment that may be paid by now would be asked', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  const isStale = (...queryKey: string[]) => client.getQueryState(queryKey)?.isInvalidated
  client.setQueryData(['nfts', 'one', '1'], {})
  client.setQueryData(['payment-session', 'p1'], {})
  refreshWhatChanged(client)({ id: '1', event: 'resync', subject: null } as never)
  vi.advanceTimersByTime(100)
  expect([isStale('nfts', 'one', '1'), isStale('payment-session', 'p1')]).toEqual([true, false])
  client.clear()
})
