import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call } from '../client.ts'
import { useSession } from '../session.ts'

export const fetchCredit = (signal?: AbortSignal) => call('GET /api/accounts/credits/', { signal })

/** The transaction credits that pay for network work. */
export function useCredit() {
  const session = useSession()
  return useQuery({
    queryKey: ['credits'],
    queryFn: ({ signal }) => fetchCredit(signal),
    enabled: session === 'member',
  })
}

/** Asks for a top-up; the answer is the id of the payment to make. */
export function useRequestTopup() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ amount, idempotencyKey }: { amount: string; idempotencyKey: string }) =>
      call('PUT /api/accounts/credits/', { body: { amount }, idempotencyKey }),
    toasts: {
      loading: t('profile:credits.toasts.requesting'),
      success: t('profile:credits.toasts.requested'),
      error: t('profile:credits.toasts.requestError'),
      preferServerError: true,
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['payments', 'list'] }),
  })
}
