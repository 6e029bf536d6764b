import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { useEffect, useState } from 'react'
import { isModalOpen } from '../../ui/overlays/modal.ts'

type Actions = Record<'approve' | 'refuse' | 'takeDown', (item: ModerationItem) => void> & {
  approveRefused: () => void
}

export const queueItemDomId = (nftId: string): string => `nft-${nftId}`

/** j and k move, a approves, r refuses, t takes down, u approves what was refused last. They work with any focus, except in a text field or a modal. */
export function useQueueKeys(items: ModerationItem[], actions: Actions) {
  const [chosenId, select] = useState<string>()
  const [place, setPlace] = useState(0)
  const chosen = items.findIndex((item) => item.nft.id === chosenId)
  // A decided NFT leaves the list: the next one takes its place.
  const index = chosen >= 0 ? chosen : Math.min(place, items.length - 1)
  const current = items[index]

  useEffect(() => {
    const move = (by: number) => {
      const next = items[Math.max(0, Math.min(items.length - 1, chosenId === undefined ? index : index + by))]
      if (!next) return
      select(next.nft.id)
      const element = document.getElementById(queueItemDomId(next.nft.id))
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest' })
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isForUs(event)) return
      const run: Record<string, () => void> = {
        j: () => move(1),
        k: () => move(-1),
        a: () => current && actions.approve(current),
        r: () => current && actions.refuse(current),
        t: () => current && actions.takeDown(current),
        u: actions.approveRefused,
        o: () => current && document.getElementById(queueItemDomId(current.nft.id))?.querySelector('a')?.click(),
      }
      const action = run[event.key]
      if (!action) return
      event.preventDefault()
      setPlace(index)
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return { currentId: current?.nft.id, select }
}

function isForUs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return false
  if (isModalOpen()) return false
  return !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
}
