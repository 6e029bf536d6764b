import type { Body } from '@verso/protocol/endpoints'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { refreshAdmin } from './refresh-admin.ts'
import { call, callList, newIdempotencyKey } from '../client.ts'

const POLL_MS = 30_000

export const useOverview = () =>
  useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => call('GET /api/admin/overview/', { signal }),
    refetchInterval: POLL_MS,
  })

export const useHealth = () =>
  useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call('GET /api/admin/health/', { signal }),
    refetchInterval: POLL_MS,
  })

type AuditPage = { search: string; kind: 'security' | undefined; limit: number; cursor: string | undefined }

export const useAudit = (page: AuditPage) =>
  useQuery({
    queryKey: ['admin', 'audit', page],
    queryFn: ({ signal }) => callList('GET /api/admin/audit/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export const useJobs = () =>
  useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: ({ signal }) => call('GET /api/admin/jobs/', { signal }),
    refetchInterval: POLL_MS,
  })

export function useRetryJob() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('POST /api/admin/jobs/{id}/retry/', { params: { id } }),
    toasts: { success: t('admin:jobs.retried') },
    onSettled: () => refreshAdmin(client),
  })
}

export const useUnknownTokens = () =>
  useQuery({
    queryKey: ['admin', 'unknown-tokens'],
    queryFn: ({ signal }) => callList('GET /api/admin/unknown-tokens/', { signal }),
    refetchInterval: POLL_MS,
  })

export function useSettleToken() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ chain, token_id, reason }: { chain: string; token_id: string; reason: string }) =>
      call('PUT /api/admin/unknown-tokens/{chain}/{token_id}/', {
        params: { chain, token_id },
        body: { settled: true, reason },
        idempotencyKey: newIdempotencyKey(),
      }),
    toasts: { success: t('admin:tokens.settled') },
    onSettled: () => refreshAdmin(client),
  })
}

export const useOperatorSettings = () =>
  useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => call('GET /api/admin/settings/', { signal }),
  })

export function useChangeSettings() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'PUT /api/admin/settings/'>) => call('PUT /api/admin/settings/', { body }),
    toasts: { success: t('admin:settings.saved') },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['admin', 'settings'] }),
        client.invalidateQueries({ queryKey: ['settings'] }),
      ]),
  })
}

export function useArrangeCategories() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'PUT /api/admin/categories/'>) => call('PUT /api/admin/categories/', { body }),
    toasts: { success: t('admin:settings.categoriesSaved') },
    onSuccess: (categories) => client.setQueryData(['categories'], categories),
  })
}
