import type { Notification } from '@verso/protocol/users/notifications'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMarkRead, useNotifications } from '../api/notifications/notifications.ts'
import { t } from '../lib/i18n.ts'
import { useChangeParams } from '../lib/navigation/use-change-params.ts'
import { useLoadedPage } from '../lib/navigation/use-loaded-page.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/fields/segmented.tsx'
import { Skeleton } from '../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/loading/states.tsx'
import { Pagination } from '../ui/tables/pagination.tsx'
import { NotificationLine } from './notification-line.tsx'

const PAGE_SIZE = 15

/** One's own notifications, the newest first, all or the unread ones. */
export function NotificationsList({ nothing }: { nothing: ReactNode }) {
  const [params, changeParams] = useChangeParams()
  const filter = params.get('unread') === 'true' ? 'unread' : 'all'
  const list = useNotifications({ unread: filter === 'unread' })
  const { rows: shown, server } = useLoadedPage(list, 'page', PAGE_SIZE)
  const markRead = useMarkRead()
  const read = (notification: Notification) => {
    if (!notification.read_at) markRead.mutate({ ids: [notification.id] })
  }
  const choose = (chosen: 'all' | 'unread') => {
    // In the address, so that "Back" from what a line leads to finds it again; each begins at its first page.
    changeParams({ unread: chosen === 'unread' ? 'true' : '', page: '' }, 'replace')
  }
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('notificationList.filter')}
          items={[
            ['all', t('notificationList.all')],
            ['unread', t('notificationList.unread')],
          ]}
          value={filter}
          onChange={choose}
        />
        <Button
          variant="plain"
          isPending={markRead.isPending}
          disabled={!list.data?.unread}
          onClick={() => markRead.mutate({ all: true })}
        >
          {t('notificationList.markAll')}
        </Button>
      </div>
      <div className="mt-4 overflow-hidden rounded-xl bg-s1 hairline">
        {list.error && !shown ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !shown ? (
          <SkeletonRows />
        ) : shown.length === 0 ? (
          <Nothing isFiltered={filter === 'unread'} action={nothing} />
        ) : (
          <ul className="divide-y divide-line">
            {shown.map((notification) => (
              <NotificationLine key={notification.id} notification={notification} onOpen={() => read(notification)} />
            ))}
          </ul>
        )}
        {server.total > PAGE_SIZE && (
          <div className="border-t border-line px-3 py-2">
            <Pagination
              label={t('navs:titles.notifications')}
              {...server}
              pageSize={PAGE_SIZE}
              isDisabled={list.isFetchingNextPage}
            />
          </div>
        )}
      </div>
    </>
  )
}

const Nothing = ({ isFiltered, action }: { isFiltered: boolean; action: ReactNode }) => (
  <EmptyState
    title={t(isFiltered ? 'notificationList.noneUnread' : 'notificationList.none')}
    icon={<Bell size={26} />}
    action={action}
  />
)

const SkeletonRows = () => (
  <div aria-busy className="divide-y divide-line">
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className="flex h-20 items-center gap-4 px-5">
        <Skeleton className="size-13" />
        <Skeleton className="h-4 w-60" />
      </div>
    ))}
  </div>
)
