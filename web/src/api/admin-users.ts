import type { AdminUser, Me, User, USER_SORTS } from '@verso/protocol/users'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { ApiError } from './api-error.ts'
import { api, newIdempotencyKey } from './client.ts'
import { ME } from './users.ts'

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
    queryFn: async ({ signal }) => {
      const user = await api.get<AdminUser | User>(`/api/users/${id}/`, { signal })
      // A former admin is not refused here: they get what every member gets.
      if (!('status' in user)) throw new ApiError(403, { code: 'forbidden' })
      return user
    },
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
    onSuccess: (_, { id, change }) => {
      if (change.is_admin === false) leaveIfOwn(client, id)
    },
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  })
}

/** Who has just given up their own role is none from this moment on: the guard signs them out. */
function leaveIfOwn(client: QueryClient, userId: string): void {
  client.setQueryData<Me>(ME, (me) => (me?.id === userId ? { ...me, is_admin: false } : me))
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
