import type { Notification } from '@verso/protocol/users/notifications'
import { Bell } from 'lucide-react'
import { cx } from '../lib/cx.ts'
import { t } from '../lib/i18n.ts'
import { Link } from '../ui/link.tsx'
import { SmallPicture } from '../ui/small-picture.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'

/** One line of what one is told, as a link to what it is about. */
export function NotificationLine({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, text, link, image_url, created_at, read_at } = notification
  return (
    <li>
      <Link
        to={link}
        onClick={onOpen}
        className="flex min-h-20 items-center gap-4 px-4 py-3 -outline-offset-2 transition hover:bg-s2 sm:px-5"
      >
        <SmallPicture src={image_url} Icon={Bell} sizePx={52} className="size-13 rounded-md bg-s2" />
        <span className="min-w-0 flex-1">
          <span className={cx('block', read_at ? 'text-fg2' : 'font-semibold')}>
            {title}
            {!read_at && <span className="sr-only">, {t('notificationList.isUnread')}</span>}
          </span>
          <span dir="auto" className="block text-fg2 wrap-anywhere">
            {text}
          </span>
          <span className="block text-sm text-fg3">
            <RelativeTime at={created_at} />
          </span>
        </span>
        {!read_at && <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-accent" />}
      </Link>
    </li>
  )
}
