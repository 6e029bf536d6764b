import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { useEffect, useState } from 'react'
import { singleKeys } from '../../lib/browser/browser-switch.ts'
import { isModalOpen } from '../../ui/overlays/modal.ts'

type Actions = Record<'approve' | 'refuse' | 'takeDown', (item: ModerationItem) => void> & {
  approveRefused: () => void
}

export const queueItemDomId = (nftId: string): string => `nft-${nftId}`

/**
 * j and k move, a approves, r refuses, t takes down, u approves what was refused last. They work with any focus, except in a text field or a modal,
 * and can be switched off.
 * An NFT that is decided here leaves the list, and the next one takes its place. Where another admin has decided it, no key
 * decides about the next one, which has not been read yet, before the person moves.
 */
export function useQueueKeys(items: ModerationItem[], actions: Actions, isDecidedHere: (nftId: string) => boolean) {
  const [pinned, pin] = useState<{ id: string | undefined; place: number }>({ id: undefined, place: 0 })
  const [hasMoved, setHasMoved] = useState(false)
  const found = items.findIndex((item) => item.nft.id === pinned.id)
  const isLost = found < 0 && pinned.id !== undefined && !isDecidedHere(pinned.id)
  const index = found >= 0 ? found : Math.min(pinned.place, items.length - 1)
  const current = isLost ? undefined : items[index]
  const currentId = current?.nft.id

  const isEmpty = items.length === 0
  useEffect(() => {
    if (currentId !== undefined || isEmpty) pin({ id: currentId, place: Math.max(0, index) })
  }, [currentId, index, isEmpty])

  const select = (id: string) => {
    setHasMoved(true)
    pin({ id, place: items.findIndex((item) => item.nft.id === id) })
  }
  useEffect(() => {
    const move = (by: number) => {
      const next = items[Math.max(0, Math.min(items.length - 1, isLost || !hasMoved ? index : index + by))]
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
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return { currentId, select }
}

/** In which something is typed. */
const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

function isForUs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return false
  if (isModalOpen() || !singleKeys.isOn()) return false
  return !(event.target instanceof HTMLElement && event.target.closest(FIELDS))
}
