import type { Nft } from '@verso/protocol/nfts'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'

const INTENT = 'buyIntent'
/** As long as the link that ends a registration works. */
const KEPT_MS = 24 * 3_600_000

/** What a visitor wanted to buy before they were asked to sign in; in local storage, as a mailed link opens a tab of its own. */
export const rememberBuy = (nftId: string): void => localStorage.setItem(INTENT, `${Date.now() + KEPT_MS} ${nftId}`)

export function isBuyIntended(nftId: string): boolean {
  const [until, intended] = localStorage.getItem(INTENT)?.split(' ') ?? []
  return intended === nftId && Number(until) > Date.now()
}

/** True once: a reload of the page opens no second checkout. */
function takeBuyIntent(nftId: string): boolean {
  const isIntended = isBuyIntended(nftId)
  if (isIntended) localStorage.removeItem(INTENT)
  return isIntended
}

type Resume = { me: { id: string } | undefined; buy: (nft: Nft) => void; tellOwner: () => void }

/** Goes on with the purchase for which a visitor was asked to sign in, once it is known who they are: the owner is told instead. */
export function useBuyIntent(nft: Nft, { me, buy, tellOwner }: Resume): void {
  const isMember = useSession() === 'member'
  const myId = me?.id
  useEffect(() => {
    if (!isMember || !myId || !takeBuyIntent(nft.id)) return
    if (nft.owned_by === myId) tellOwner()
    else buy(nft)
  }, [isMember, myId, nft, buy, tellOwner])
}
