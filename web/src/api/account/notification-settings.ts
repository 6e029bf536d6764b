import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@verso/protocol/endpoints'
import type { NotificationSettings } from '@verso/protocol/users/notifications'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call } from '../client.ts'

type Change = Body<'PUT /api/notifications/settings/'>

const SETTINGS = ['notification-settings']

/** What I am told of, and where. */
export const useNotificationSettings = () =>
  useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => call('GET /api/notifications/settings/', { signal }) })

/** Changes a part of them; what is left out stays. */
export const useChangeNotificationSettings = () => useMutation(changeIn(useQueryClient()))
/** The same, and says how it went. */
export const useSaveNotificationSettings = () =>
  useToastedMutation({ ...changeIn(useQueryClient()), toasts: { success: t('profile:told.saved') } })

const changeIn = (client: QueryClient) => ({
  mutationKey: SETTINGS,
  mutationFn: (body: Change) => call('PUT /api/notifications/settings/', { body }),
  // One after the other: the last answer is the newest.
  scope: { id: 'notification-settings' },
  onMutate: async (change: Change) => {
    await client.cancelQueries({ queryKey: SETTINGS })
    const before = client.getQueryData<NotificationSettings>(SETTINGS)
    client.setQueryData<NotificationSettings>(SETTINGS, (now) => now && changed(now, change))
    return before
  },
  onSuccess: (settings: NotificationSettings) => {
    // An answer does not know of the changes that wait behind it.
    if (client.isMutating({ mutationKey: SETTINGS }) === 1) client.setQueryData(SETTINGS, settings)
  },
  onError: (_error: Error, change: Change, given: unknown) => {
    const before = given as NotificationSettings | undefined
    // At once, and by itself: what was chosen since waits behind it, and without a connection nothing is read anew.
    client.setQueryData<NotificationSettings>(
      SETTINGS,
      (now) => now && before && changed(now, asBefore(before, change)),
    )
    return client.invalidateQueries({ queryKey: SETTINGS })
  },
})

const changed = (now: NotificationSettings, { kinds = [], ...change }: Change): NotificationSettings => ({
  ...now,
  ...change,
  kinds: now.kinds.map((choice) => ({ ...choice, ...kinds.find(({ kind }) => kind === choice.kind) })),
})

/** The values that `change` sets, as they were. */
const asBefore = (before: NotificationSettings, { kinds = [], ...change }: Change): Change => ({
  ...valuesOf(before, change),
  kinds: kinds.map((choice) => ({
    ...choice,
    ...valuesOf(
      before.kinds.find(({ kind }) => kind === choice.kind),
      choice,
    ),
  })),
})
const valuesOf = (values: object = {}, keys: object): object =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key in keys))
