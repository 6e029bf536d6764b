import { formatClock } from '@verso/protocol/dates'
import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { formatUsd } from '@verso/protocol/usd'
import type { QueryClient } from '@tanstack/react-query'
import type { NavigateFunction } from 'react-router'
import { ApiError, isSessionEnded } from '../../api/api-error.ts'
import { type Purchase, purchaseNft } from '../../api/nfts/nft-changes.ts'
import { fetchNft, invalidateNfts } from '../../api/nfts/nfts.ts'
import { memberId, rememberDestination, sessionKind } from '../../api/session.ts'
import { fetchMe } from '../../api/users.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { confirm } from '../../ui/overlays/modal.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { askToSignIn } from '../identity/ask-to-sign-in.ts'
import { openPayment } from '../payment/open-payment.tsx'
import type { Blocker } from './blocker.ts'
import { blockerOf, findBlocker, showBlocker } from './blockers.ts'
import { type Noted, rememberBuy } from './buy-intent.ts'
import { reservedListing, shownListing } from './nft-view.ts'

type Tools = { client: QueryClient; navigate: NavigateFunction }
/** `seenPrice`: when Buy was pressed, if this page was loaded after it. */
type BuyOptions = { withFee?: boolean; seenPrice?: number | undefined }

/**
 * Checks what stands in the way, reserves the NFT, and opens the payment (docs/rules.md R78). A buyer short of credits may pay the
 * network fee with the price (docs/rules.md R110).
 */
export async function buyNft(nft: Nft, tools: Tools, options: BuyOptions = {}): Promise<void> {
  const { withFee = false, seenPrice = shownListing(nft)?.price } = options
  if (sessionKind() !== 'member') return askToBuy(nft.id, { ...tools, seenPrice })
  const { client, navigate } = tools
  const buyerId = memberId()
  const stop = (blocker: Blocker) =>
    showBlocker(blocker, {
      navigate,
      chain: nft.chain,
      onAddFee: () => void buyNft(nft, tools, { withFee: true, seenPrice }),
      onMended: () => void buyNft(nft, tools, { seenPrice }),
    })
  const waiting = await toast.loading(t('buy.wait'))
  const endWait = () => void toast.dismiss(waiting)
  try {
    // Nothing stands in the way of a payment that is open: its fee is part of it, or held.
    const [fresh, blocker] = await Promise.all([
      fetchNft(nft.id),
      reservedListing(nft) ? undefined : findBlocker(client, nft.chain),
    ])
    if (blocker && !reservedListing(fresh) && !(withFee && blocker === 'insufficientCredits')) return stop(blocker)
    const price = await acceptPrice({ was: seenPrice, now: shownListing(fresh)?.price, endWait })
    if (price === REFUSED) return await invalidateNfts(client)
    const me = await client.ensureQueryData({ queryKey: ['users', 'me'], queryFn: ({ signal }) => fetchMe(signal) })
    const paymentId = await reserve(nft.id, { buyer: me.id, price, withFee }, endWait)
    void invalidateNfts(client)
    if (paymentId) pay(paymentId, me.id, tools)
  } catch (error) {
    const blocker = blockerOf(error)
    if (blocker) return stop(blocker)
    if (isSessionEnded(error)) return rememberCheckout(nft.id, { buyerId, seenPrice })
    void toast.error(reservedText(error) ?? errorMessage(error))
    void invalidateNfts(client)
  } finally {
    endWait()
  }
}

async function askToBuy(nftId: string, { navigate, seenPrice }: Tools & BuyOptions): Promise<void> {
  rememberCheckout(nftId, { seenPrice })
  await askToSignIn(navigate)
}

/** After the sign-in, or the whole registration in this browser, the buyer is back at this NFT with the checkout open. */
function rememberCheckout(nftId: string, noted: Noted): void {
  rememberDestination(addressOf('nft', { nftId }), { isKept: true })
  rememberBuy(nftId, noted)
}

const REFUSED = Symbol('refused')

type Prices = { was: number | undefined; now: number | undefined; endWait: () => void }

/** A price that has changed since the page was loaded is shown before the payment; then the buyer is waited for. */
async function acceptPrice({ was, now, endWait }: Prices): Promise<number | undefined | typeof REFUSED> {
  if (was === undefined || now === undefined || was === now) return now ?? was
  endWait()
  const isAccepted = await confirm({
    title: t('buy.priceChanged.title'),
    body: t('buy.priceChanged.text', { was: formatUsd(was), now: formatUsd(now) }),
    confirmLabel: t('buy.priceChanged.button', { now: formatUsd(now) }),
  })
  return isAccepted ? now : REFUSED
}

/**
 * Reserves at the price that was seen; one that changed in this very moment is asked about, too.
 * @returns undefined when the buyer does not want it for the new price
 */
async function reserve(nftId: string, purchase: Purchase, endWait: () => void): Promise<string | undefined> {
  try {
    return (await purchaseNft(nftId, purchase)).payment_id
  } catch (error) {
    const now = changedPriceOf(error)
    if (now === undefined) throw error
    const price = await acceptPrice({ was: purchase.price, now, endWait })
    return price === REFUSED ? undefined : reserve(nftId, { ...purchase, price }, endWait)
  }
}

function changedPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return undefined
  const { price } = error.meta
  return typeof price === 'number' ? price : undefined
}

/** When another buyer's reservation ends, as `Retry-After` tells. */
function reservedText(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'reserved' || !error.retryAfterSeconds) return undefined
  const time = formatClock(Date.now() + error.retryAfterSeconds * 1_000)
  return t('buy.reserved', { free: t('buy.freeAgain', { time }) })
}

/** Opens the payment of a reserved NFT; once it is paid, the buyer goes to their own profile. */
export function pay(paymentId: string, buyerId: string, { client, navigate }: Tools): void {
  openPayment({
    paymentId,
    onSuccess: () => void navigate(addressOf('user', { userId: buyerId }), { state: { bought: paymentId } }),
    onClose: () => void invalidateNfts(client),
  })
}
