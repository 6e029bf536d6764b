import type { Body } from '@verso/protocol/endpoints'
import type { AdminUser, Me, USER_SORTS, UserForViewer } from '@verso/protocol/users'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { ApiError } from '../api-error.ts'
import { call, callList, newIdempotencyKey } from '../client.ts'
import { ME } from '../users.ts'

export type UserSort = (typeof USER_SORTS)[number]
type UsersPage = { search: string; sort: UserSort; limit: number; cursor: string | undefined }
type UserChange = Body<'PUT /api/users/{id}/'>

const USERS = ['admin', 'users']

export const useUsersPage = (page: UsersPage) =>
  useQuery({
    queryKey: [...USERS, page],
    queryFn: ({ signal }) => callList('GET /api/users/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

const isForAdmins = (user: UserForViewer): user is UserForViewer & AdminUser => user.status !== undefined

/** A member as admins see them. */
export const useAdminUser = (id: string) =>
  useQuery({
    queryKey: [...USERS, id],
    queryFn: async ({ signal }) => {
      const user = await call('GET /api/users/{id}/', { params: { id }, signal })
      // A former admin is not refused here: they get what every member gets.
      if (!isForAdmins(user)) throw new ApiError(403, { code: 'forbidden' })
      return user
    },
    staleTime: 0,
  })

export function useCreateUser() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'POST /api/users/'>) =>
      call('POST /api/users/', { body, idempotencyKey: newIdempotencyKey() }),
    toasts: { success: t('admin:users.toasts.created'), error: t('admin:users.toasts.error'), preferServerError: true },
    onSuccess: () => client.invalidateQueries({ queryKey: USERS }),
  })
}

export function useUpdateUser() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, change }: { id: string; change: UserChange }) =>
      call('PUT /api/users/{id}/', { params: { id }, body: change }),
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

/** An admin who gives up their own role loses it at once: the guard signs them out. */
function leaveIfOwn(client: QueryClient, userId: string): void {
  client.setQueryData<Me>(ME, (me) => (me?.id === userId ? { ...me, is_admin: false } : me))
}

export function useResetFactors() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      call('DELETE /api/admin/users/{id}/factors/', { params: { id }, body: { note } }),
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
