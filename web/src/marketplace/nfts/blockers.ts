import type { Chain } from '@verso/protocol/chains'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import type { QueryClient } from '@tanstack/react-query'
import type { NavigateFunction } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { fetchCredit } from '../../api/money/credits.ts'
import { fetchWallets } from '../../api/wallets.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import type { Blocker } from './blocker.ts'

/** A wallet on the chain, with its address, and enough transaction credits; looked up afresh. */
export async function findBlocker(client: QueryClient, chain: Chain): Promise<Blocker | undefined> {
  const [wallets, { credit }] = await Promise.all([
    client.fetchQuery({ queryKey: ['wallets'], queryFn: ({ signal }) => fetchWallets(signal), staleTime: 0 }),
    client.fetchQuery({ queryKey: ['credits'], queryFn: ({ signal }) => fetchCredit(signal), staleTime: 0 }),
  ])
  const wallet = wallets.find((one) => one.chain === chain)
  if (!wallet) return 'walletNotCreated'
  if (!wallet.public_address) return 'walletUnavailable'
  return Math.round(credit * 100) < NETWORK_FEE_CENTS ? 'insufficientCredits' : undefined
}

const BLOCKER_OF_CODE: Record<string, Blocker> = {
  wallet_missing: 'walletNotCreated',
  wallet_pending: 'walletUnavailable',
  credits_short: 'insufficientCredits',
}

/** The blocker that the server names, when it saw one that we did not. */
export const blockerOf = (error: unknown): Blocker | undefined =>
  error instanceof ApiError ? BLOCKER_OF_CODE[error.code] : undefined

/** `onAddFee`: what is missing can be paid with the purchase. `onMended` goes on, once it was mended in place. */
type ShowOptions = {
  navigate: NavigateFunction
  onCancel?: () => void
  onAddFee?: () => void
  onMended?: () => void
  chain?: Chain
}

/** The blocking modal of a blocker; loaded when one is in the way. */
export function showBlocker(blocker: Blocker, options: ShowOptions): void {
  whenLoaded(
    () => import('./show-blocker.tsx'),
    ({ openBlocker }) => openBlocker(blocker, options),
    options.onCancel,
  )
}
