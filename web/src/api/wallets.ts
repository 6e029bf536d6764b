import type { Wallet } from '@verso/protocol/accounts'
import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { useSession } from './session.ts'

export const fetchWallets = (signal?: AbortSignal) => api.get<Wallet[]>('/api/accounts/cryptos/', { signal })

/** One's own crypto wallets; one without an address is still being made. */
export function useWallets() {
  const session = useSession()
  return useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => fetchWallets(signal),
    enabled: session === 'member',
  })
}
