import { onTestFinished, expect, test, vi } from 'vitest'
import { endSession, rememberDestination, startFullSession } from '../../api/session.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { eventually } from '../../testing/eventually.ts'
import { forgetBuy, isBuyIntended, rememberBuy, useBuyIntent } from './buy-intent.ts'

const nft = sampleNft({ owned_by: '8' })
const [buy, tellOwner] = [vi.fn(), vi.fn()]
function Page({ me }: { me: { id: string } | undefined }) {
  useBuyIntent(nft, { me, buy, tellOwner })
  return null
}

test('who signs in to buy goes on to the checkout once; the owner is told instead', async () => {
  startFullSession({ access: 'access', refresh: 'refresh' })
  onTestFinished(() => endSession())
  rememberBuy(nft.id, { seenPrice: 25.5 })
  await openScreen(<Page me={undefined} />)
  expect(buy).not.toHaveBeenCalled()
  await openScreen(<Page me={{ id: '9' }} />)
  await eventually(() => expect(buy).toHaveBeenCalledExactlyOnceWith(nft, 25.5))
  await openScreen(<Page me={{ id: '9' }} />)
  expect(buy).toHaveBeenCalledOnce()
  expect(tellOwner).not.toHaveBeenCalled()
  rememberBuy(nft.id)
  await openScreen(<Page me={{ id: '8' }} />)
  await eventually(() => expect(tellOwner).toHaveBeenCalledOnce())
  expect(buy).toHaveBeenCalledOnce()
})

test('no checkout opens for another member, after a wish to go elsewhere, or an hour later', async () => {
  startFullSession({ access: 'access', refresh: 'refresh' })
  onTestFinished(() => endSession())
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  buy.mockClear()
  rememberBuy(nft.id, { buyerId: '7' })
  await openScreen(<Page me={{ id: '9' }} />)
  await eventually(() => expect(isBuyIntended(nft.id)).toBe(false))
  rememberBuy(nft.id)
  rememberDestination('/settings')
  expect(isBuyIntended(nft.id)).toBe(false)
  rememberBuy(nft.id)
  vi.advanceTimersByTime(3_600_001)
  expect(isBuyIntended(nft.id)).toBe(false)
  forgetBuy()
  expect(buy).not.toHaveBeenCalled()
})

test('another tab that asks to sign in for a page of its own does not forget the checkout', () => {
  onTestFinished(forgetBuy)
  rememberBuy(nft.id)
  // The storage of one tab: another one does not have it.
  sessionStorage.clear()
  rememberDestination('/settings')
  rememberDestination('/orders')
  expect(isBuyIntended(nft.id)).toBe(true)
})

test('one that was noted without a price still leads to the checkout', async () => {
  startFullSession({ access: 'access', refresh: 'refresh' })
  onTestFinished(() => endSession())
  buy.mockClear()
  localStorage.setItem('buyIntent', `${Date.now() + 1_000} ${nft.id} `)
  await openScreen(<Page me={{ id: '9' }} />)
  await eventually(() => expect(buy).toHaveBeenCalledExactlyOnceWith(nft, undefined))
})
