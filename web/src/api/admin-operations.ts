import type {
  AuditEntry,
  HealthItem,
  Jobs,
  OperatorSettings,
  OperatorSettingsBody,
  Overview,
} from '@verso/protocol/operations'
import type { Category } from '@verso/protocol/settings'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api } from './client.ts'

const POLL_MS = 30_000

export const useOverview = () =>
  useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => api.get<Overview>('/api/admin/overview/', { signal }),
    refetchInterval: POLL_MS,
  })

export const useHealth = () =>
  useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => api.get<HealthItem[]>('/api/admin/health/', { signal }),
    refetchInterval: POLL_MS,
  })

type AuditPage = { search: string; kind: 'security' | undefined; limit: number; cursor: string | undefined }

export const useAudit = (page: AuditPage) =>
  useQuery({
    queryKey: ['admin', 'audit', page],
    queryFn: ({ signal }) => api.list<AuditEntry>('/api/admin/audit/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export const useJobs = () =>
  useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: ({ signal }) => api.get<Jobs>('/api/admin/jobs/', { signal }),
    refetchInterval: POLL_MS,
  })

export function useRetryJob() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => api.post(`/api/admin/jobs/${id}/retry/`),
    toasts: { success: t('admin:jobs.retried') },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export const useOperatorSettings = () =>
  useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => api.get<OperatorSettings>('/api/admin/settings/', { signal }),
  })

export function useChangeSettings() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (change: OperatorSettingsBody) => api.put<OperatorSettings>('/api/admin/settings/', change),
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
    mutationFn: (categories: { id?: number | undefined; name: string }[]) =>
      api.put<Category[]>('/api/admin/categories/', categories),
    toasts: { success: t('admin:settings.categoriesSaved') },
    onSuccess: (categories) => client.setQueryData(['categories'], categories),
  })
}
