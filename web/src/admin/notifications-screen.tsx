import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { NotificationsList } from '../notifications/notifications-list.tsx'
import { t } from '../lib/i18n.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** The operators' notifications, the newest first. */
export const NotificationsScreen = () => (
  <div className="max-w-[920px]">
    <PageHeading lead={t('admin:notifications.lead')}>{t('navs:titles.notifications')}</PageHeading>
    <NotificationsList
      nothing={<ButtonLink to={adminAddressOf('dashboard')}>{t('admin:notifications.nothing')}</ButtonLink>}
    />
  </div>
)
