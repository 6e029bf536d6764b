import type { Chain } from '@verso/protocol/chains'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { call } from './client.ts'
import { useSession } from './session.ts'

const PENDING_POLL_MS = 2_000

export const fetchWallets = (signal?: AbortSignal) => call('GET /api/accounts/cryptos/', { signal })

/** One's own crypto wallets; one without an address is still being made, so the list is read again until it is there. */
export function useWallets() {
  const session = useSession()
  return useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => fetchWallets(signal),
    enabled: session === 'member',
    refetchInterval: ({ state }) => (state.data?.some((wallet) => !wallet.public_address) ? PENDING_POLL_MS : false),
  })
}

export function useCreateWallet() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (chain: Chain) => call('POST /api/accounts/cryptos/', { body: { chain } }),
    toasts: {
      success: t('profile:wallets.toasts.created'),
      error: t('profile:wallets.toasts.createError'),
      preferServerError: true,
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['wallets'] }),
  })
}

/** Asks again for the address of a wallet that has waited too long for it. */
export function useRetryWalletAddress() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('PUT /api/accounts/cryptos/{id}/public_address/', { params: { id } }),
    toasts: {
      success: t('profile:wallets.toasts.requested'),
      error: t('profile:wallets.toasts.requestError'),
      preferServerError: true,
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['wallets'] }),
  })
}

const ROYALTY_KEY = ['royalty-address']

/** The address to which one's royalties of other marketplaces go; null while the platform collects them. */
export const useRoyaltyAddress = () =>
  useQuery({
    queryKey: ROYALTY_KEY,
    queryFn: ({ signal }) => call('GET /api/accounts/cryptos/royalty_address/', { signal }),
  })

export function useSetRoyaltyAddress() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (address: string) => call('PUT /api/accounts/cryptos/royalty_address/', { body: { address } }),
    onSuccess: (named) => client.setQueryData(ROYALTY_KEY, named),
    toasts: { success: t('profile:wallets.royalty.saved'), preferServerError: true },
  })
}
