import type { Lane, Share } from '../../gateways/media/media-process.ts'
import { AppError } from '../../http/app-error.ts'

export type Turns = { take(share: Share): Promise<void>; release(share: Share): void }

/** One member's tasks that may wait: more than a person uploads at once. */
const MAX_WAITING_PER_OWNER = 20
const RETRY_MS = 10_000

const LANES: readonly Lane[] = ['quick', 'heavy', 'slow']
/** How many tasks of a lane and of the slower ones run at once: each leaves a place to those before it. */
const PLACES: Record<Lane, number> = { quick: 3, heavy: 2, slow: 1 }

/**
 * Shares a few places fairly: a member holds one at a time, the next free one goes to the member who was served longest
 * ago, and slow tasks leave places to the rest, however many members send them.
 */
export function createTurns(): Turns {
  const running = new Set<Share>()
  const waiting: { share: Share; start: () => void }[] = []
  const served = new Map<string | undefined, number>()
  let count = 0

  const hasPlace = (share: Share): boolean => {
    const others = [...running]
    const isFull = (lane: Lane) => others.filter((one) => rankOf(one.lane) >= rankOf(lane)).length >= PLACES[lane]
    if (LANES.slice(0, rankOf(share.lane) + 1).some(isFull)) return false
    return share.ownerId === undefined || others.every((one) => one.ownerId !== share.ownerId)
  }
  const start = (share: Share) => {
    running.add(share)
    served.set(share.ownerId, ++count)
  }
  const startNext = () => {
    // The sort keeps the order in which one member's came.
    const [next] = waiting
      .filter(({ share }) => hasPlace(share))
      .toSorted((one, other) => servedAt(one.share) - servedAt(other.share))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    start(next.share)
    next.start()
    startNext()
  }
  const servedAt = ({ ownerId }: Share) => served.get(ownerId) ?? 0

  return {
    take: async (share) => {
      if (hasPlace(share)) return start(share)
      const { ownerId } = share
      const own = ownerId === undefined ? 0 : waiting.filter((one) => one.share.ownerId === ownerId).length
      if (own >= MAX_WAITING_PER_OWNER)
        throw new AppError('too_many_requests', {
          userMessage: 'Too many of your files are being checked. Try again in a moment.',
          retryAfterMs: RETRY_MS,
        })
      await new Promise<void>((resolve) => waiting.push({ share, start: resolve }))
    },
    release: (share) => {
      running.delete(share)
      startNext()
      if (running.size === 0) served.clear()
    },
  }
}

const rankOf = (lane: Lane = 'quick'): number => LANES.indexOf(lane)
