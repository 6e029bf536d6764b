import '../../../locales/profile-page-texts.ts'
import { addressOf } from '@verso/protocol/pages/pages'
import { UserX } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { tabQuery } from '../../../api/nfts/profile-nfts.ts'
import { useMe, useUser } from '../../../api/users.ts'
import { useWatchedNfts } from '../../../api/nfts/watched-nfts.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { useDocumentTitle } from '../../../lib/navigation/use-document-title.ts'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileNfts } from './profile-nfts.tsx'
import { useFreshCounts } from './use-fresh-counts.ts'
import { useProfileTab } from './use-profile-tab.ts'

export function ProfileScreen() {
  const { userId = '' } = useParams()
  const { data: me } = useMe()
  const { data: user, error, refetch } = useUser(userId)
  const tab = useProfileTab(userId, user)
  // Asked for together with the member, shown below: how high the header is depends on its texts, and nothing may jump.
  const list = useWatchedNfts(tabQuery(userId, tab ?? 'owned'), { isEnabled: tab !== undefined })
  useFreshCounts(user, { tab, total: list.isPlaceholderData ? undefined : list.data?.total })
  const isOwn = me?.id === userId
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  const title = isOwn ? t('profile:page.mine') : user && memberNameOf(user)
  useDocumentTitle(isMissing ? t('profile:page.missing') : title)
  if (isMissing) return <NoSuchMember />
  if (error && !user) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!user) return <HeaderSkeleton />
  return (
    <>
      {isOwn && <JustBought />}
      <ProfileHeader user={user} isOwn={isOwn} />
      <ProfileNfts key={userId} list={list} user={user} isOwn={isOwn} tab={tab} />
    </>
  )
}

const BoughtNft = lazyPart(() => import('./bought-nft.tsx'), 'BoughtNft')

/** A buyer who comes from a payment sees first the NFT that it brought. */
function JustBought() {
  const paymentId = (useLocation().state as { bought?: string } | null)?.bought
  if (!paymentId) return null
  return (
    <Boundary instead={() => null}>
      <Suspense>
        <BoughtNft paymentId={paymentId} />
      </Suspense>
    </Boundary>
  )
}

const NoSuchMember = () => (
  <EmptyState
    isPage
    title={t('profile:page.missing')}
    icon={<UserX size={26} />}
    action={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>}
  />
)

const HeaderSkeleton = () => (
  <div aria-busy className="min-h-dvh">
    <p role="status" className="sr-only">
      {t('loading')}
    </p>
    <Skeleton className="h-36 rounded-none! md:h-56" />
    <div className="page flex gap-5">
      <Skeleton className="-mt-14 size-28 rounded-full! md:size-32" />
      <Skeleton className="mt-4 h-10 w-56" />
    </div>
  </div>
)
