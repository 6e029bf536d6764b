import { useEffect } from 'react'
import { zoneUnlessChosen } from '../../notifications/own-zone.ts'
import {
  useChangeNotificationSettings,
  useNotificationSettings,
} from '../../api/notifications/notification-settings.ts'

/** The queues are mailed to operators once a day without their asking: by the clock of their browser until they choose another. */
export function useBrowserZone(): void {
  const { data: settings } = useNotificationSettings()
  const { mutate } = useChangeNotificationSettings()
  const zone = settings && zoneUnlessChosen(settings.time_zone).time_zone
  useEffect(() => {
    if (zone) mutate({ time_zone: zone })
  }, [zone, mutate])
}
