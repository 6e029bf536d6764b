import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type LiveFrame, OPENED, RESYNC } from './read-live.ts'

/** Changes that come together are asked for once. */
const TOGETHER_MS = 40

/** The first words of the query keys that a change concerns. */
const GROUPS: Record<string, readonly string[]> = {
  // A sale brings earnings, and the end of a mint its network fee.
  nft: ['watched-nfts', 'earnings', 'credits', 'admin'],
  payment: ['payments', 'credits', 'admin'],
  payout: ['earnings', 'admin'],
  user: ['users', 'earnings', 'wallets', 'sessions', 'security-events'],
}

/** Asks again for what is on the screen and has changed; what is not shown is asked for when it is. */
export function refreshWhatChanged(client: QueryClient): (frame: LiveFrame) => void {
  let waiting: LiveFrame[] = []
  const refresh = (): void => {
    const frames = waiting
    waiting = []
    const isAll = frames.some(({ event }) => event === RESYNC.event)
    void client.invalidateQueries({
      // The session of a payment is asked for once: a new one would take the card form from under the buyer's hands.
      predicate: ({ queryKey }) =>
        isAll ? queryKey[0] !== 'payment-session' : frames.some((frame) => concerns(queryKey, frame)),
    })
  }
  return (frame) => {
    if (waiting.push(frame) === 1) setTimeout(refresh, TOGETHER_MS)
  }
}

/** Lists of Explore stay as they are under the reader's eyes: of works, only the one that changed is asked for. */
function concerns([first, ...rest]: QueryKey, { event, subject }: LiveFrame): boolean {
  const group = String(first)
  // The work whose page it is was read before the stream began.
  if (event === OPENED.event) return group === 'nfts' && rest[0] === 'one'
  if (group === 'notifications') return true
  if (!subject) return false
  if (group === 'nfts') return rest.includes(subject.id)
  // Asks every service of the product: by its own clock alone.
  if (group === 'admin' && rest[0] === 'health') return false
  return GROUPS[subject.type]?.includes(group) ?? false
}
