import type { Chain } from '@verso/protocol/chains'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import type { QueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import type { NavigateFunction } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { fetchCredit } from '../../api/credits.ts'
import { fetchWallets } from '../../api/wallets.ts'
import { t } from '../../lib/i18n.ts'
import { openModal } from '../../ui/modal.tsx'
import { paths } from '../paths.ts'
import { TopupHere } from './topup-here.tsx'

/** What stands in the way of buying or creating (spec §8). */
export type Blocker = 'walletNotCreated' | 'walletUnavailable' | 'insufficientCredits'

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

const BLOCKERS = ['walletNotCreated', 'walletUnavailable', 'insufficientCredits'] as const

/** The blocker that the server names, when it saw one that we did not. */
export function blockerOf(error: unknown): Blocker | undefined {
  if (!(error instanceof ApiError)) return undefined
  const texts = error.errors.flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flat()))
  return BLOCKERS.find((blocker) => texts.some((text) => text.startsWith(t(`blockers.${blocker}.title`))))
}

/** The blocking modal of a blocker, with the button that leads to its mend. */
export function showBlocker(blocker: Blocker, options: { navigate: NavigateFunction; onCancel?: () => void }): void {
  const tab = blocker === 'insufficientCredits' ? 'credits' : 'crypto-wallets'
  const close = openModal({
    title: t(`blockers.${blocker}.title`),
    body: blocker === 'insufficientCredits' ? topupHere() : t(`blockers.${blocker}.text`),
    confirmLabel: t(`blockers.${blocker}.button`),
    isBlocking: true,
    onConfirm: () => options.navigate(paths.settingsTab(tab)),
    onCancel: options.onCancel,
  })

  function topupHere(): ReactNode {
    const topup = async () => (await import('../payment/open-topup.tsx')).openTopup({ onSuccess: close })
    return createElement(TopupHere, { onTopup: () => void topup() })
  }
}
