import type { NotificationSettings } from '@verso/protocol/users/notifications'
import { useChangeNotificationSettings, useNotificationSettings } from '../../../../api/account/notifications.ts'
import { addTexts, t } from '../../../../lib/i18n.ts'
import texts from '../../../../locales/en/notification-settings.json'
import { errorMessage } from '../../../../lib/error-message.ts'
import { Select } from '../../../../ui/fields/select.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { KindsTable } from '../../../../account/bell/kinds-table.tsx'

addTexts({ profile: texts })

type Change = Parameters<ReturnType<typeof useChangeNotificationSettings>['mutate']>[0]

/** What a member is told, where and when; every change is saved at once. */
export function NotificationsTab() {
  const { data: settings, error, refetch } = useNotificationSettings()
  const save = useChangeNotificationSettings()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton className="h-96 w-full rounded-xl!" />
  const change = (part: Change) =>
    save.mutate(part, {
      onSuccess: () => void toast.success(t('profile:told.saved'), { form: 'notification-settings' }),
      onError: (failure) => void toast.error(errorMessage(failure), { form: 'notification-settings' }),
    })
  return (
    <div className="grid gap-6">
      <Panel title={t('profile:told.title')} lead={t('profile:told.lead')}>
        <KindsTable
          kinds={settings.kinds}
          onChange={(kind) => change({ kinds: [kind], ...(kind.email === 'daily' && zoneOf(settings)) })}
        />
      </Panel>
      <Panel title={t('profile:told.digest.title')} lead={t('profile:told.digest.lead')}>
        <label className="flex flex-col gap-2 font-medium md:w-[420px]">
          {t('profile:told.digest.zone')}
          <TimeZone settings={settings} onChange={(time_zone) => change({ time_zone })} />
        </label>
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

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
/** A digest comes by the browser's clock until the member says otherwise. */
const zoneOf = ({ time_zone }: NotificationSettings) => time_zone === 'UTC' && { time_zone: ownZone() }

type TimeZoneProps = { settings: NotificationSettings; onChange: (zone: string) => void }

/** The browser's own zones, and the one in force, which another browser may have set. */
function TimeZone({ settings: { time_zone }, onChange }: TimeZoneProps) {
  const zones = [...new Set([ownZone(), time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Select
      value={time_zone}
      options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
