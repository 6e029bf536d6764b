import { KindsTable } from '../../account/bell/kinds-table.tsx'
import { TimeZoneField } from '../../account/bell/time-zone-field.tsx'
import { useChangeNotificationSettings, useNotificationSettings } from '../../api/account/notifications.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { toast } from '../../ui/overlays/toast.ts'

const form = 'notification-settings'

/** What the operator who is signed in is told of, and where; every change is saved at once. */
export function NotificationChoices() {
  const { data: settings, error, refetch } = useNotificationSettings()
  const save = useChangeNotificationSettings()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton className="h-80 w-full" />
  const change = (part: Parameters<typeof save.mutate>[0]) =>
    save.mutate(part, {
      onSuccess: () => void toast.success(t('profile:told.saved'), { form }),
      onError: (failure) => void toast.error(errorMessage(failure), { form }),
    })
  return (
    <div className="grid gap-6">
      <KindsTable kinds={settings.kinds} groups={['operators']} onChange={(choice) => change({ kinds: [choice] })} />
      <div className="grid gap-3">
        <p className="text-fg2">{t('profile:told.digest.lead')}</p>
        <TimeZoneField chosen={settings.time_zone} onChange={(time_zone) => change({ time_zone })} />
      </div>
    </div>
  )
}
