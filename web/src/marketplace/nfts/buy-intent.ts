import type { Nft } from '@verso/protocol/nfts'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'

const INTENT = 'buyIntent'
const KEPT_MS = 3_600_000

/**
 * What a visitor wanted to buy before they were asked to sign in; in local storage, as a mailed link opens a tab of its own.
 * `memberId`: whose session has ended meanwhile.
 */
export const rememberBuy = (nftId: string, memberId = ''): void =>
  localStorage.setItem(INTENT, `${Date.now() + KEPT_MS} ${nftId} ${memberId}`)

export const forgetBuy = (): void => localStorage.removeItem(INTENT)

const readIntent = () => {
  const [until, nftId, memberId] = localStorage.getItem(INTENT)?.split(' ') ?? []
  return Number(until) > Date.now() ? { nftId, memberId } : undefined
}
export const isBuyIntended = (nftId: string): boolean => readIntent()?.nftId === nftId

/** True once: a reload of the page opens no second checkout. */
function takeBuyIntent(nftId: string, myId: string): boolean {
  const intent = readIntent()
  if (intent?.nftId !== nftId) return false
  forgetBuy()
  return !intent.memberId || intent.memberId === myId
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
