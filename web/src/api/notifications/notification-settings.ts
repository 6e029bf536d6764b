import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@verso/protocol/endpoints'
import type { NotificationSettings } from '@verso/protocol/users/notifications'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call } from '../client.ts'

type Change = Body<'PUT /api/notifications/settings/'>

const SETTINGS = ['notification-settings']

/** One's own notification settings. */
export const useNotificationSettings = () =>
  useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => call('GET /api/notifications/settings/', { signal }) })

/** Changes a part of them; what is left out stays. */
export const useChangeNotificationSettings = () => useMutation(changeIn(useQueryClient()))
/** The same, and says how it went. */
export const useSaveNotificationSettings = () =>
  useToastedMutation({ ...changeIn(useQueryClient()), toasts: { success: t('profile:told.saved') } })

/** The server's last answer: choices that could not be saved go back to it. */
const saved = new WeakMap<QueryClient, NotificationSettings>()

const changeIn = (client: QueryClient) => ({
  mutationKey: SETTINGS,
  mutationFn: (body: Change) => call('PUT /api/notifications/settings/', { body }),
  // One after the other: the last answer is the newest.
  scope: { id: 'notification-settings' },
  onMutate: async (change: Change) => {
    const isFirst = isAlone(client)
    await client.cancelQueries({ queryKey: SETTINGS })
    client.setQueryData<NotificationSettings>(SETTINGS, (now) => {
      if (now && isFirst) saved.set(client, now)
      return now && changed(now, change)
    })
  },
  onSuccess: (settings: NotificationSettings) => {
    saved.set(client, settings)
    // An answer does not know of the changes that wait behind it.
    if (isAlone(client)) client.setQueryData(SETTINGS, settings)
  },
  onError: () => {
    // Without a connection nothing is read anew.
    if (isAlone(client)) client.setQueryData(SETTINGS, saved.get(client))
    return client.invalidateQueries({ queryKey: SETTINGS })
  },
})

const isAlone = (client: QueryClient): boolean => client.isMutating({ mutationKey: SETTINGS }) === 1

const changed = (now: NotificationSettings, { kinds = [], ...change }: Change): NotificationSettings => ({
  ...now,
  ...change,
  kinds: now.kinds.map((choice) => ({ ...choice, ...kinds.find(({ kind }) => kind === choice.kind) })),
})
