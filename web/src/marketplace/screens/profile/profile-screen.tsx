import { addressOf } from '@verso/protocol/pages/pages'
import type { User } from '@verso/protocol/users'
import { UserX } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useMe, useUser } from '../../../api/users.ts'
import { useOwnedNfts, useWatchedNfts } from '../../../api/nfts/watched-nfts.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { useDocumentTitle } from '../../../lib/navigation/use-document-title.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { moreOf } from '../../grid/load-more.tsx'
import { NftGrid } from '../../grid/nft-grid.tsx'
import { useBuyNft } from '../../nfts/use-buy-nft.ts'
import { ProfileHeader } from './profile-header.tsx'

export function ProfileScreen() {
  const { userId = '' } = useParams()
  const { data: me } = useMe()
  const { data: user, error, refetch } = useUser(userId)
  // Asked for together with the member, shown below: how high the header is depends on its texts, and nothing may jump.
  const owned = useOwnedNfts(userId)
  const isOwn = me?.id === userId
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  const title = isOwn ? t('profile:page.mine') : user && memberNameOf(user)
  useDocumentTitle(isMissing ? t('profile:page.missing') : title)
  if (isMissing) return <NoSuchMember />
  if (error && !user) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!user) return <HeaderSkeleton />
  return (
    <>
      <ProfileHeader user={user} isOwn={isOwn} />
      <OwnedNfts key={userId} list={owned} user={user} isOwn={isOwn} />
      <HeldOutside key={user.id} user={user} isOwn={isOwn} />
    </>
  )
}

type OwnedNftsProps = { list: ReturnType<typeof useOwnedNfts>; user: User; isOwn: boolean }

function OwnedNfts({ list, user, isOwn }: OwnedNftsProps) {
  const buy = useBuyNft()
  const { data: me } = useMe()
  const viewerId = me?.id
  const card = useMemo(
    () => ({ flags: isOwn ? ('own' as const) : ('profile' as const), onBuy: isOwn ? undefined : buy, viewerId }),
    [isOwn, buy, viewerId],
  )
  const heading = isOwn ? t('profile:page.myWorks') : t('profile:page.works')
  return (
    <section className="page pt-8">
      <div className="mb-4 flex items-baseline gap-3">
        <h2 className="text-xl font-semibold tracking-[-.02em]">{heading}</h2>
        {list.data && <span className="num text-fg3">{list.data.total}</span>}
      </div>
      <NftGrid
        label={heading}
        nfts={list.data?.nfts}
        error={list.error}
        onRetry={() => void list.refetch()}
        more={moreOf(list)}
        empty={<NoNfts isOwn={isOwn} name={memberNameOf(user)} />}
        card={card}
      />
    </section>
  )
}

/** NFTs of this creator that left the marketplace's wallets; nothing where there are none. */
function HeldOutside({ user, isOwn }: { user: User; isOwn: boolean }) {
  const list = useWatchedNfts({ created_by: user.id, custody: 'OUTSIDE' }, { isEmptyWatched: false })
  if (!list.data?.total) return null
  const heading = t('profile:page.outside')
  return (
    <section className="page pt-10">
      <div className="flex items-baseline gap-3">
        <h2 className="text-xl font-semibold tracking-[-.02em]">{heading}</h2>
        <span className="num text-fg3">{list.data.total}</span>
      </div>
      <p className="mt-1 mb-4 text-sm text-fg3">
        {isOwn ? t('profile:page.outsideOwn') : t('profile:page.outsideOf', { name: memberNameOf(user) })}
      </p>
      <NftGrid
        label={heading}
        nfts={list.data.nfts}
        error={null}
        onRetry={() => void list.refetch()}
        more={moreOf(list)}
        empty={null}
        card={OUTSIDE_CARD}
      />
    </section>
  )
}

const OUTSIDE_CARD = { flags: 'profile' } as const

const NoNfts = ({ isOwn, name }: { isOwn: boolean; name: string }) => (
  <EmptyState
    title={t('works.none')}
    description={isOwn ? t('profile:page.emptyOwn') : t('profile:page.empty', { name })}
    action={isOwn && <ButtonLink to={addressOf('createNft')}>{t('navs:titles.create')}</ButtonLink>}
  />
)

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
