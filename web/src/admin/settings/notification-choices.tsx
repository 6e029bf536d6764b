import { KindsTable } from '../../account/bell/kinds-table.tsx'
import { useChangeNotificationSettings, useNotificationSettings } from '../../api/account/notifications.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { addTexts, t } from '../../lib/i18n.ts'
import texts from '../../locales/en/notification-settings.json'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { toast } from '../../ui/overlays/toast.ts'

addTexts({ profile: texts })

const form = 'notification-settings'

/** What the operator who is signed in is told of, and where; every change is saved at once. */
export function NotificationChoices() {
  const { data: settings, error, refetch } = useNotificationSettings()
  const save = useChangeNotificationSettings()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton className="h-80 w-full" />
  return (
    <KindsTable
      kinds={settings.kinds}
      groups={['operators']}
      onChange={(choice) =>
        save.mutate(
          { kinds: [choice] },
          {
            onSuccess: () => void toast.success(t('profile:told.saved'), { form }),
            onError: (failure) => void toast.error(errorMessage(failure), { form }),
          },
        )
      }
    />
  )
}
