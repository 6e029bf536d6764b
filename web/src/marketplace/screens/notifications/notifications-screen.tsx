import { addressOf } from '@verso/protocol/pages/pages'
import { NotificationsList } from '../../../notifications/notifications-list.tsx'
import { t } from '../../../lib/i18n.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'

/** Notifications about a member's NFTs, money, wishlist and account, the newest first. */
export const NotificationsScreen = () => (
  <div className="page max-w-[920px] pt-7 md:pt-10">
    <PageHeading lead={t('notificationList.lead')}>{t('navs:titles.notifications')}</PageHeading>
    <NotificationsList nothing={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>} />
  </div>
)
