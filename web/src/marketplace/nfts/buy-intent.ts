import type { Nft } from '@verso/protocol/nfts'
import { useEffect } from 'react'
import { BUY_INTENT, useSession } from '../../api/session.ts'

const KEPT_MS = 3_600_000
const STORAGES = [localStorage, sessionStorage]

/**
 * What a visitor wanted to buy before they were asked to sign in; in local storage, as a mailed link opens a tab of its own.
 * `buyerId`: whose session has ended meanwhile. To remember another destination in this tab forgets it.
 */
export function rememberBuy(nftId: string, buyerId = ''): void {
  const intent = `${Date.now() + KEPT_MS} ${nftId} ${buyerId}`
  for (const storage of STORAGES) storage.setItem(BUY_INTENT, intent)
}

export function forgetBuy(): void {
  for (const storage of STORAGES) storage.removeItem(BUY_INTENT)
}

const readIntent = () => {
  const [until, nftId, buyerId] = localStorage.getItem(BUY_INTENT)?.split(' ') ?? []
  return Number(until) > Date.now() ? { nftId, buyerId } : undefined
}
export const isBuyIntended = (nftId: string): boolean => readIntent()?.nftId === nftId

/** True once: a reload of the page opens no second checkout. */
function takeBuyIntent(nftId: string, myId: string): boolean {
  const intent = readIntent()
  if (intent?.nftId !== nftId) return false
  forgetBuy()
  return !intent.buyerId || intent.buyerId === myId
}

type Resume = { me: { id: string } | undefined; buy: (nft: Nft) => void; tellOwner: () => void }

/** Goes on with the purchase for which a visitor was asked to sign in, once it is known who they are: the owner is told instead. */
export function useBuyIntent(nft: Nft, { me, buy, tellOwner }: Resume): void {
  const isMember = useSession() === 'member'
  const myId = me?.id
  useEffect(() => {
    if (!isMember || !myId || !takeBuyIntent(nft.id, myId)) return
    if (nft.owned_by === myId) tellOwner()
    else buy(nft)
  }, [isMember, myId, nft, buy, tellOwner])
}
