import type { ModeratedNft } from '@verso/protocol/nfts/moderation'
import { useState } from 'react'

/** The selected NFTs: those of this page as it shows them now, those of others as they were when selected. */
export function useSelectedNfts(page: readonly ModeratedNft[]) {
  const [selected, setSelected] = useState<readonly ModeratedNft[]>([])
  const nfts = selected.map((nft) => page.find(({ id }) => id === nft.id) ?? nft)
  const select = (ids: Iterable<string>) => {
    const known = [...page, ...nfts]
    setSelected([...ids].flatMap((id) => known.find((nft) => nft.id === id) ?? []))
  }
  return { nfts, ids: new Set(nfts.map(({ id }) => id)), select }
}
