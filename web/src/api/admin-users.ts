import type { AdminUser, USER_SORTS } from '@verso/protocol/users'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api, newIdempotencyKey } from './client.ts'

export type UserSort = (typeof USER_SORTS)[number]
type UsersPage = { search: string; sort: UserSort; limit: number; cursor: string | undefined }
type UserChange = Partial<
  Pick<AdminUser, 'subscription' | 'is_admin'> & { status: 'ACTIVE' | 'SUSPENDED' } & {
    display_name: string
    occupation: string
  }
>
type NewUser = {
  username: string
  password?: string | undefined
  display_name: string
  occupation: string
  subscription: number
  is_admin: boolean
}

const USERS = ['admin', 'users']

export const useUsersPage = (page: UsersPage) =>
  useQuery({
    queryKey: [...USERS, page],
    queryFn: ({ signal }) => api.list<AdminUser>('/api/users/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

/** A member as admins see them. */
export const useAdminUser = (id: string) =>
  useQuery({
    queryKey: [...USERS, id],
    queryFn: ({ signal }) => api.get<AdminUser>(`/api/users/${id}/`, { signal }),
    staleTime: 0,
  })

export function useCreateUser() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (user: NewUser) => api.post<AdminUser>('/api/users/', user, { idempotencyKey: newIdempotencyKey() }),
    toasts: { success: t('admin:users.toasts.created'), error: t('admin:users.toasts.error'), preferServerError: true },
    onSuccess: () => client.invalidateQueries({ queryKey: USERS }),
  })
}

export function useUpdateUser() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, change }: { id: string; change: UserChange }) => api.put<AdminUser>(`/api/users/${id}/`, change),
    toasts: {
      success: (_, { change }) => textOf(change),
      error: t('admin:users.toasts.error'),
      preferServerError: true,
    },
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  })
}

export function useResetFactors() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api.delete(`/api/admin/users/${id}/factors/`, { body: { note } }),
    toasts: { success: t('admin:users.toasts.reset') },
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  })
}

/** The switch of the table changes the role alone, the button the status alone, and each says so. */
function textOf(change: UserChange): string {
  if (change.status)
    return t(change.status === 'ACTIVE' ? 'admin:users.toasts.unsuspended' : 'admin:users.toasts.suspended')
  if (change.is_admin === undefined || Object.keys(change).length > 1) return t('admin:users.toasts.updated')
  return change.is_admin ? t('admin:users.toasts.isAdmin') : t('admin:users.toasts.isNoAdmin')
}
