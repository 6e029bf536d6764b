import { addressOf } from '@verso/protocol/pages/pages'
import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLatest, useMarkRead } from '../api/notifications/notifications.ts'
import { followLive } from '../api/live/follow-live.ts'
import { refreshWhatChanged } from '../api/live/refresh-what-changed.ts'
import { usePageSession } from '../api/session.ts'
import { t } from '../lib/i18n.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { NotificationLine } from './notification-line.tsx'
import { showInTitle } from './show-in-title.ts'

const WIDTH_PX = 340
const BADGE = { top: 3, right: 1, minWidth: 18, padding: '0 4px', lineHeight: '18px' }
/** More has no room in the bell. */
const MAX_SHOWN = 99

/** The notifications on every page of a site: how many are unread, and the latest; `allAt` is the page of all. Keeps open pages in step with the server. */
export function NotificationBell({ allAt = addressOf('notifications') }: { allAt?: string }) {
  const client = useQueryClient()
  const session = usePageSession()
  const { data } = useLatest()
  const [isApproached, setIsApproached] = useState(false)
  const unread = data?.unread ?? 0
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  useEffect(() => followLive(session.id, refreshWhatChanged(client)), [client, session.id])
  useEffect(() => (unread ? showInTitle(shown) : undefined), [unread, shown])
  return (
    <Menu
      label={unread ? t('notificationList.bellUnread', { unread: shown }) : t('notificationList.bell')}
      widthPx={WIDTH_PX}
      onApproach={() => setIsApproached(true)}
      className="p-0!"
      triggerClassName="relative hover:bg-s2"
      trigger={
        <>
          <Bell size={19} />
          {unread > 0 && (
            <span className="num absolute rounded-full bg-bad text-[11px] font-semibold text-bg" style={BADGE}>
              {shown}
            </span>
          )}
        </>
      }
    >
      {isApproached && <Panel allAt={allAt} />}
    </Menu>
  )
}

function Panel({ allAt }: { allAt: string }) {
  const { data } = useLatest()
  const markRead = useMarkRead()
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-b border-line px-3 py-2">
        <p className="font-semibold">{t('notifications')}</p>
        <Button
          variant="plain"
          size="sm"
          style={{ width: 'auto' }}
          disabled={!data?.unread}
          onClick={() => markRead.mutate({ all: true })}
        >
          {t('notificationList.markAll')}
        </Button>
      </div>
      {!data ? (
        <Spinner className="mx-auto mt-4" />
      ) : data.latest.length === 0 ? (
        <p className="px-4 py-8 text-center text-fg3">{t('notificationList.none')}</p>
      ) : (
        <ul className="divide-y divide-line overflow-y-auto" style={{ maxHeight: 'min(60dvh, 420px)' }}>
          {data.latest.map((notification) => (
            <NotificationLine
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (!notification.read_at) markRead.mutate({ ids: [notification.id] })
              }}
            />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-2">
        <ButtonLink to={allAt} variant="plain" size="sm" className="w-full">
          {t('notificationList.seeAll')}
        </ButtonLink>
      </div>
    </>
  )
}
