import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WebhookBody } from '@verso/protocol/operations/webhooks'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, callList } from '../client.ts'

const WEBHOOKS = ['admin', 'webhooks']
/** A delivery ends within seconds, and nothing says when. */
const POLL_MS = 5_000

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => callList('GET /api/admin/webhooks/', { signal }),
  })

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: [...WEBHOOKS, id],
    queryFn: ({ signal }) => call('GET /api/admin/webhooks/{id}/', { params: { id }, signal }),
    refetchInterval: POLL_MS,
  })

type Page = { limit: number; cursor: string | undefined }

export const useWebhookDeliveries = (id: string, page: Page) =>
  useQuery({
    queryKey: [...WEBHOOKS, id, 'deliveries', page],
    queryFn: ({ signal }) =>
      callList('GET /api/admin/webhooks/{id}/deliveries/', { params: { id }, query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })

const useSettled = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: WEBHOOKS })
}

/** Answers with the secret, which is given here alone. */
export const useAddWebhook = () =>
  useToastedMutation({
    mutationFn: (body: WebhookBody) => call('POST /api/admin/webhooks/', { body }),
    toasts: {},
    onSettled: useSettled(),
  })

export const useRotateSecret = (id: string) =>
  useToastedMutation({
    mutationFn: () => call('POST /api/admin/webhooks/{id}/rotate/', { params: { id } }),
    toasts: {},
    onSettled: useSettled(),
  })

export const useChangeWebhook = (id: string) =>
  useToastedMutation({
    mutationFn: (body: WebhookBody) => call('PUT /api/admin/webhooks/{id}/', { params: { id }, body }),
    toasts: { success: t('admin:webhooks.saved'), preferServerError: true },
    onSettled: useSettled(),
  })

export function useRemoveWebhook(id: string) {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: () => call('DELETE /api/admin/webhooks/{id}/', { params: { id } }),
    toasts: { success: t('admin:webhooks.removed') },
    // Not what its own page shows: that is still there, and would say that it does not exist.
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS, exact: true }),
  })
}

const SAID = { pause: 'paused', resume: 'resumed', test: 'tested' } as const

export const useActOnWebhook = (id: string) =>
  useToastedMutation({
    mutationFn: async (act: keyof typeof SAID): Promise<unknown> =>
      call(`POST /api/admin/webhooks/{id}/${act}/`, { params: { id } }),
    toasts: { success: (_, act) => t(`admin:webhooks.${SAID[act]}`) },
    onSettled: useSettled(),
  })

export const useRedeliver = (id: string) =>
  useToastedMutation({
    mutationFn: (deliveryId: string) =>
      call('POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver/', {
        params: { id, delivery_id: deliveryId },
      }),
    toasts: { success: t('admin:webhooks.redelivered') },
    onSettled: useSettled(),
  })
