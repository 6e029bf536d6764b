import { KindsTable } from '../../notifications/kinds-table.tsx'
import { TimeZoneField } from '../../notifications/time-zone-field.tsx'
import { useNotificationSettings, useSaveNotificationSettings } from '../../api/notifications/notification-settings.ts'
import { t } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'

/** The notification choices of the operator who is signed in; every change is saved at once. */
export function NotificationChoices() {
  const { data: settings, error, refetch } = useNotificationSettings()
  const { mutate: change } = useSaveNotificationSettings()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton className="h-80 w-full" />
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
