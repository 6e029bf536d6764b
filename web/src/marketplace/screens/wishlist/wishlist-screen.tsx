import '../../../locales/wishlist-texts.ts'
import { addressOf } from '@verso/protocol/pages/pages'
import { Heart, Star, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useFollowing, useBookmarkedNfts } from '../../../api/nfts/social.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { initialsOf, memberNameOf } from '../../../lib/initials.ts'
import { useSearchParams } from '../../../lib/navigation/use-search-params.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { moreOf } from '../../grid/load-more.tsx'
import { NftGrid } from '../../grid/nft-grid.tsx'
import { useBuyNft } from '../../nfts/use-buy-nft.ts'

const TABS = [
  ['wishlist', t('social.tabs.wishlist')],
  ['favourites', t('social.tabs.favourites')],
  ['following', t('social.tabs.following')],
] as const
type Tab = (typeof TABS)[number][0]

/** A member's bookmarks: wishlist, favourites, favourite profiles. */
export function WishlistScreen() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(([one]) => one === params.get('tab'))?.[0] ?? 'wishlist'
  const setTab = (next: Tab) => setParams(next === 'wishlist' ? {} : { tab: next })
  return (
    <div className="page pt-7 md:pt-10">
      <div className="mb-6 flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <PageHeading>{t('navs:titles.wishlist')}</PageHeading>
        <div>
          <Segmented label={t('social.tabs.label')} items={TABS} value={tab} onChange={setTab} isWide />
        </div>
      </div>
      {tab === 'following' ? <Following /> : <Bookmarked key={tab} list={tab} />}
    </div>
  )
}

function Bookmarked({ list }: { list: 'wishlist' | 'favourites' }) {
  const bookmarked = useBookmarkedNfts(list)
  const buy = useBuyNft()
  const viewerId = useMe().data?.id
  const card = useMemo(() => ({ onBuy: buy, viewerId }), [buy, viewerId])
  return (
    <NftGrid
      label={t(`social.tabs.${list}`)}
      nfts={bookmarked.data?.pages.flatMap((page) => page.data)}
      error={bookmarked.error}
      onRetry={() => void bookmarked.refetch()}
      more={moreOf(bookmarked)}
      empty={
        <EmptyState
          title={t(`social.empty.${list}`)}
          icon={list === 'wishlist' ? <Star size={26} /> : <Heart size={26} />}
          action={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>}
        />
      }
      card={card}
    />
  )
}

function Following() {
  const following = useFollowing()
  const users = following.data
  if (!users && following.error) return <ErrorState error={following.error} onRetry={() => void following.refetch()} />
  if (!users) return <Skeleton className="h-40 rounded-xl!" />
  if (users.length === 0) {
    return (
      <EmptyState
        title={t('social.empty.following')}
        icon={<Users size={26} />}
        action={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 wide:grid-cols-3">
        {users.map((user) => {
          const name = memberNameOf(user)
          return (
            <li key={user.id}>
              <Link
                to={addressOf('user', { userId: user.id })}
                className="flex min-h-20 items-center gap-4 rounded-xl bg-s1 p-4 hairline transition hover:bg-s2"
              >
                <Avatar id={user.id} initials={initialsOf(user)} src={user.avatar_url} size={48} />
                <span className="min-w-0">
                  <span dir="auto" className="block truncate font-semibold">
                    {name}
                  </span>
                  <span dir="auto" className="block truncate text-sm text-fg3">
                    {user.occupation}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
