import { Suspense, useEffect, useState } from 'react'
import { useMe } from '../../api/users.ts'
import { whenQuiet } from '../../lib/browser/when-quiet.ts'
import { t } from '../../lib/i18n.ts'
import { initialsOf } from '../../lib/initials.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { AccountSkeleton, Avatar } from '../../ui/avatar.tsx'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'

const AccountLinks = lazyPart(() => import('./account-links.tsx'), 'AccountLinks')

const NotificationBell = lazyPart(async () => {
  await loadTexts()
  return import('../../notifications/notification-bell.tsx')
}, 'NotificationBell')

export function AvatarMenu() {
  const { data: me } = useMe()
  const [isApproached, setIsApproached] = useState(false)
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setIsQuiet(true)), [])
  if (!me) return <AccountSkeleton />
  const initials = initialsOf(me)
  return (
    <>
      <span className="size-11">
        <Boundary instead={() => null}>
          <Suspense>{isQuiet && <NotificationBell />}</Suspense>
        </Boundary>
      </span>
      <Menu
        label={t('navs:accountMenu', { initials })}
        trigger={<Avatar id={me.id} initials={initials} src={me.avatar_url} size={34} />}
        onApproach={() => setIsApproached(true)}
      >
        <Boundary>
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            {isApproached && <AccountLinks me={me} />}
          </Suspense>
        </Boundary>
      </Menu>
    </>
  )
}
