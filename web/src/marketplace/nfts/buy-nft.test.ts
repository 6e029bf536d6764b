import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { purchaseNft } from '../../api/nfts/nft-changes.ts'
import { ApiError } from '../../api/api-error.ts'
import { fetchNft } from '../../api/nfts/nfts.ts'
import { endSession, rememberDestination, startFullSession, takeDestination } from '../../api/session.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { confirm } from '../../ui/overlays/modal.ts'
import { openPayment } from '../payment/open-payment.tsx'
import { eventually } from '../../testing/eventually.ts'
import { findBlocker, showBlocker } from './blockers.ts'
import { isBuyIntended } from './buy-intent.ts'
import { buyNft } from './buy-nft.ts'

vi.mock('../../api/nfts/nft-changes.ts', () => ({ purchaseNft: vi.fn() }))
vi.mock('../../api/nfts/nfts.ts', () => ({ fetchNft: vi.fn(), invalidateNfts: vi.fn() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ confirm: vi.fn(), openModal: vi.fn() }))
vi.mock('../../ui/overlays/toast.ts', () => ({
  toast: { loading: vi.fn(), dismiss: vi.fn(), error: vi.fn(), info: vi.fn() },
}))
vi.mock('../payment/open-payment.tsx', () => ({ openPayment: vi.fn() }))
vi.mock('./blockers.ts', () => ({ blockerOf: vi.fn(), findBlocker: vi.fn(), showBlocker: vi.fn() }))

const listing = (price: number) => ({ id: 'l', price, status: 'ACTIVE' })
const listedAt = (price: number) =>
  ({ id: 'n1', chain: 'POLYGON', listings: [listing(price)], latest_listing: listing(price) }) as unknown as Nft
const client = new QueryClient()
const buy = () => buyNft(listedAt(25), { client, navigate: vi.fn() })

beforeEach(async () => {
  await loadTexts()
  vi.clearAllMocks()
  startFullSession({ access: 'a', refresh: 'r' })
  client.setQueryData(['users', 'me'], { id: 'u1' })
  vi.mocked(purchaseNft).mockResolvedValue({ payment_id: 'p1' } as never)
})

test('a price that has changed since the page was loaded is shown before anything is reserved', async () => {
  vi.mocked(fetchNft).mockResolvedValue(listedAt(30))
  let isWaitOver = false
  vi.mocked(confirm).mockImplementationOnce(async () => {
    isWaitOver = vi.mocked(toast.dismiss).mock.calls.length > 0
    return false
  })
  await buy()
  expect(isWaitOver).toBe(true)
  expect(vi.mocked(confirm).mock.calls).toMatchObject([
    [{ body: 'It was 25.00 USD and is 30.00 USD now. Do you want to go on?', confirmLabel: 'Pay 30.00 USD' }],
  ])
  expect(purchaseNft).not.toHaveBeenCalled()
  expect(openPayment).not.toHaveBeenCalled()

  vi.mocked(confirm).mockResolvedValue(true)
  await buy()
  expect(purchaseNft).toHaveBeenCalledExactlyOnceWith('n1', { buyer: 'u1', price: 30, withFee: false })
  expect(openPayment).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ paymentId: 'p1' }))
})

test('an unchanged price needs no confirmation', async () => {
  vi.mocked(fetchNft).mockResolvedValue(listedAt(25))
  await buy()
  expect(confirm).not.toHaveBeenCalled()
  expect(openPayment).toHaveBeenCalledOnce()
})

test('a price that changes between the look and the reservation is asked about, and nothing is reserved for another one', async () => {
  vi.mocked(fetchNft).mockResolvedValue(listedAt(25))
  const changed = () => new ApiError(409, { code: 'price_changed', meta: { price: 30 } })
  vi.mocked(purchaseNft)
    .mockRejectedValueOnce(changed())
    .mockResolvedValueOnce({ payment_id: 'p1' } as never)
  vi.mocked(confirm).mockResolvedValue(true)
  await buy()
  expect(vi.mocked(purchaseNft).mock.calls).toEqual([
    ['n1', { buyer: 'u1', price: 25, withFee: false }],
    ['n1', { buyer: 'u1', price: 30, withFee: false }],
  ])
  expect(vi.mocked(confirm).mock.calls).toMatchObject([[{ confirmLabel: 'Pay 30.00 USD' }]])
  expect(openPayment).toHaveBeenCalledOnce()

  vi.mocked(openPayment).mockClear()
  vi.mocked(purchaseNft).mockRejectedValueOnce(changed())
  vi.mocked(confirm).mockResolvedValue(false)
  await buy()
  expect(openPayment).not.toHaveBeenCalled()
})

test('a payment that is open goes on without credits: its fee is part of it, or held', async () => {
  const reserved = { ...listing(25), status: 'PAYMENT_PROCESSING' }
  const nft = { ...listedAt(25), listings: [reserved], latest_listing: reserved } as unknown as Nft
  vi.mocked(fetchNft).mockResolvedValue(nft)
  vi.mocked(findBlocker).mockResolvedValue('insufficientCredits')
  await buyNft(nft, { client, navigate: vi.fn() })
  expect(showBlocker).not.toHaveBeenCalled()
  expect(openPayment).toHaveBeenCalledOnce()
})

test('a page that does not know the reservation of its own buyer asks for no credits', async () => {
  const reserved = { ...listing(25), status: 'PAYMENT_PROCESSING', buyer: 'u1' }
  vi.mocked(fetchNft).mockResolvedValue({ ...listedAt(25), listings: [reserved], latest_listing: reserved } as never)
  vi.mocked(findBlocker).mockResolvedValue('insufficientCredits')
  await buy()
  expect(showBlocker).not.toHaveBeenCalled()
  expect(openPayment).toHaveBeenCalledOnce()
})

test('who comes second is told when the reservation of the first ends', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 14, 22), toFake: ['Date'] })
  vi.mocked(fetchNft).mockResolvedValue(listedAt(25))
  vi.mocked(findBlocker).mockResolvedValue(undefined)
  vi.mocked(purchaseNft).mockRejectedValueOnce(new ApiError(409, { code: 'reserved' }, '600'))
  await buy()
  vi.useRealTimers()
  expect(vi.mocked(toast.error).mock.calls).toEqual([
    ['This NFT is reserved by another buyer: free again at 2:32 PM at the latest.'],
  ])
})

test('a buyer short of credits may add the network fee to this payment, and goes on', async () => {
  vi.mocked(fetchNft).mockResolvedValue(listedAt(25))
  vi.mocked(findBlocker).mockResolvedValue('insufficientCredits')
  await buy()
  expect(purchaseNft).not.toHaveBeenCalled()
  const [blocker, options] = vi.mocked(showBlocker).mock.calls[0] ?? []
  expect(blocker).toBe('insufficientCredits')
  options?.onAddFee?.()
  await eventually(() => expect(openPayment).toHaveBeenCalledOnce())
  expect(purchaseNft).toHaveBeenCalledExactlyOnceWith('n1', { buyer: 'u1', price: 25, withFee: true })
  expect(showBlocker).toHaveBeenCalledOnce()
})

test('a member whose session has ended is back at the checkout after the sign-in, also from Explore', async () => {
  rememberDestination(addressOf('home'))
  vi.mocked(fetchNft).mockResolvedValue(listedAt(25))
  vi.mocked(findBlocker).mockResolvedValue(undefined)
  vi.mocked(purchaseNft).mockRejectedValueOnce(new ApiError(401, { code: 'session_ended' }))
  await buy()
  expect(toast.error).not.toHaveBeenCalled()
  expect(isBuyIntended('n1')).toBe(true)
  expect(takeDestination()).toBe(addressOf('nft', { nftId: 'n1' }))
})

test('a visitor is asked to sign in or join, and comes back to the checkout, also in the tab of a mailed link', async () => {
  endSession()
  const navigate = vi.fn()
  await buyNft(listedAt(25), { client, navigate })
  const [text, options] = vi.mocked(toast.info).mock.calls[0] ?? []
  expect([text, options?.description]).toEqual(['Please sign in to continue', 'You will then return to the checkout.'])
  expect(options?.actions?.map((action) => action?.label)).toEqual(['Sign in', 'Join'])
  for (const action of options?.actions ?? []) action?.onClick()
  expect(navigate.mock.calls).toEqual([[addressOf('signIn')], [addressOf('register')]])
  // A mailed link opens a tab of its own.
  sessionStorage.clear()
  expect(isBuyIntended('n1')).toBe(true)
  expect(takeDestination()).toBe(addressOf('nft', { nftId: 'n1' }))
  expect(takeDestination()).toBeNull()
})

test('who registers to buy is asked about a price that has changed meanwhile, also after a blocker is mended', async () => {
  endSession()
  await buyNft(listedAt(25), { client, navigate: vi.fn() })
  expect(localStorage.getItem('buyIntent')).toMatch(/ n1 {2}25$/)
  startFullSession({ access: 'a', refresh: 'r' })
  vi.mocked(fetchNft).mockResolvedValue(listedAt(30))
  vi.mocked(confirm).mockResolvedValue(false)
  vi.mocked(findBlocker).mockResolvedValueOnce('insufficientCredits').mockResolvedValue(undefined)
  await buyNft(listedAt(30), { client, navigate: vi.fn() }, { seenPrice: 25 })
  vi.mocked(showBlocker).mock.calls[0]?.[1].onMended?.()
  await eventually(() =>
    expect(vi.mocked(confirm).mock.calls).toMatchObject([
      [{ body: 'It was 25.00 USD and is 30.00 USD now. Do you want to go on?' }],
    ]),
  )
  expect(purchaseNft).not.toHaveBeenCalled()
})
