import type { Nft } from '@verso/protocol/nfts'
import { useEffect } from 'react'
import { BUY_INTENT, useSession } from '../../api/session.ts'

const KEPT_MS = 3_600_000
const STORAGES = [localStorage, sessionStorage]

export type Noted = { buyerId?: string | undefined; seenPrice?: number | undefined }

/**
 * The NFT that a visitor wanted to buy before they were asked to sign in; in local storage, as a mailed link opens a tab of its own.
 * `buyerId`: the member whose session has ended meanwhile. `seenPrice`: another one is asked about before the checkout. To remember another
 * destination in this tab forgets it.
 */
export function rememberBuy(nftId: string, { buyerId = '', seenPrice }: Noted = {}): void {
  const intent = `${Date.now() + KEPT_MS} ${nftId} ${buyerId} ${seenPrice ?? ''}`
  for (const storage of STORAGES) storage.setItem(BUY_INTENT, intent)
}

export function forgetBuy(): void {
  for (const storage of STORAGES) storage.removeItem(BUY_INTENT)
}

const readIntent = () => {
  const [until, nftId, buyerId, price] = localStorage.getItem(BUY_INTENT)?.split(' ') ?? []
  return Number(until) > Date.now() ? { nftId, buyerId, seenPrice: Number(price) || undefined } : undefined
}
export const isBuyIntended = (nftId: string): boolean => readIntent()?.nftId === nftId

/** Once: a reload of the page opens no second checkout. */
function takeBuyIntent(nftId: string, myId: string): Noted | undefined {
  const intent = readIntent()
  if (intent?.nftId !== nftId) return undefined
  forgetBuy()
  return !intent.buyerId || intent.buyerId === myId ? intent : undefined
}

type Resume = { me: { id: string } | undefined; buy: (nft: Nft, seenPrice?: number) => void; tellOwner: () => void }

/** Goes on with the purchase for which a visitor was asked to sign in, once it is known who they are: the owner is told instead. */
export function useBuyIntent(nft: Nft, { me, buy, tellOwner }: Resume): void {
  const isMember = useSession() === 'member'
  const myId = me?.id
  useEffect(() => {
    const intent = isMember && myId ? takeBuyIntent(nft.id, myId) : undefined
    if (!intent) return
    if (nft.owned_by === myId) tellOwner()
    else buy(nft, intent.seenPrice)
  }, [isMember, myId, nft, buy, tellOwner])
}
