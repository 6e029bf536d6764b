import { addressOf, type ProfileTab } from '@verso/protocol/pages/pages'
import type { UserForViewer } from '@verso/protocol/users'
import { useMemo } from 'react'
import { useMe } from '../../../api/users.ts'
import type { useWatchedNfts } from '../../../api/nfts/watched-nfts.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/loading/states.tsx'
import { moreOf } from '../../grid/load-more.tsx'
import { NftGrid } from '../../grid/nft-grid.tsx'
import { useBuyNft } from '../../nfts/use-buy-nft.ts'
import { ProfileTabs } from './profile-tabs.tsx'

type ProfileNftsProps = {
  user: UserForViewer
  isOwn: boolean
  tab: ProfileTab | undefined
  list: ReturnType<typeof useWatchedNfts>
}

/** The NFTs that the member has created, owns, has sold and holds outside. */
export function ProfileNfts({ user, isOwn, tab, list }: ProfileNftsProps) {
  const buy = useBuyNft()
  const { data: me } = useMe()
  const viewerId = me?.id
  const card = useMemo(
    () => ({ flags: isOwn ? ('own' as const) : ('profile' as const), onBuy: isOwn ? undefined : buy, viewerId }),
    [isOwn, buy, viewerId],
  )
  // Of another tab until the answer is here.
  const data = list.isPlaceholderData ? undefined : list.data
  return (
    <section className="page pt-8">
      <h2 className="text-xl font-semibold tracking-[-.02em]">
        {t(isOwn ? 'profile:page.myWorks' : 'profile:page.works')}
      </h2>
      <div className="mt-2 mb-5">
        <ProfileTabs user={user} current={tab} total={data?.total} />
      </div>
      <NftGrid
        label={tab ? t(`profile:page.tabs.${tab}`) : t('profile:page.works')}
        nfts={data?.nfts}
        error={list.error}
        onRetry={() => void list.refetch()}
        more={moreOf(list)}
        empty={tab && <NoNfts tab={tab} isOwn={isOwn} name={memberNameOf(user)} />}
        card={card}
      />
    </section>
  )
}

const NoNfts = ({ tab, isOwn, name }: { tab: ProfileTab; isOwn: boolean; name: string }) => (
  <EmptyState
    title={t('works.none')}
    description={isOwn ? t(`profile:page.emptyOwn.${tab}`) : t(`profile:page.empty.${tab}`, { name })}
    action={
      isOwn && tab !== 'withdrawn' && <ButtonLink to={addressOf('createNft')}>{t('navs:titles.createNft')}</ButtonLink>
    }
  />
)
