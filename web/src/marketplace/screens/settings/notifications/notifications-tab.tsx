import {
  useNotificationSettings,
  useSaveNotificationSettings,
} from '../../../../api/notifications/notification-settings.ts'
import { t } from '../../../../lib/i18n.ts'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { KindsTable } from '../../../../notifications/kinds-table.tsx'
import { zoneUnlessChosen } from '../../../../notifications/own-zone.ts'
import { TimeZoneField } from '../../../../notifications/time-zone-field.tsx'

/** A member's notification choices; every change is saved at once. */
export function NotificationsTab() {
  const { data: settings, error, refetch } = useNotificationSettings()
  const { mutate: change } = useSaveNotificationSettings()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton className="h-96 w-full rounded-xl!" />
  return (
    <div className="grid gap-6">
      <Panel title={t('profile:told.title')} lead={t('profile:told.lead')}>
        <KindsTable
          kinds={settings.kinds}
          onChange={(kind) =>
            change({ kinds: [kind], ...(kind.email === 'daily' && zoneUnlessChosen(settings.time_zone)) })
          }
        />
      </Panel>
      <Panel title={t('profile:told.digest.title')} lead={t('profile:told.digest.lead')}>
        <TimeZoneField chosen={settings.time_zone} onChange={(time_zone) => change({ time_zone })} />
      </Panel>
      <Panel title={t('profile:told.news.title')}>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="check"
            checked={settings.news}
            onChange={(event) => change({ news: event.target.checked })}
          />
          {t('profile:told.news.label')}
        </label>
      </Panel>
    </div>
  )
}
