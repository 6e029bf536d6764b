import type { Nft } from '@verso/protocol/nfts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { loadTexts } from '../../lib/load-texts.ts'
import { tellNotLoaded } from '../../lib/when-loaded.ts'

/** Buys an NFT. What it takes is loaded with the first click, not with the grid. */
export function useBuyNft(): (nft: Nft, seenPrice?: number) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isBuying = useRef(false)
  return useCallback(
    (nft: Nft, seenPrice?: number) => {
      if (isBuying.current) return
      isBuying.current = true
      const buy = async () => {
        await loadTexts()
        await (await import('./buy-nft.ts')).buyNft(nft, { client, navigate }, { seenPrice })
      }
      void buy()
        // The code could not be loaded: offline, or a tab older than the site.
        .catch(tellNotLoaded)
        .finally(() => {
          isBuying.current = false
        })
    },
    [client, navigate],
  )
}
