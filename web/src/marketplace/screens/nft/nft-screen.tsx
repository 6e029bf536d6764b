import '../../../locales/nft-page-texts.ts'
import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { ChevronLeft, ImageOff } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useNft } from '../../../api/nfts/use-nft.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { useDocumentTitle } from '../../../lib/navigation/use-document-title.ts'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useBuyIntent } from '../../nfts/buy-intent.ts'
import { useBuyNft } from '../../nfts/use-buy-nft.ts'
import { PageSearch } from '../../search/page-search.tsx'
import { ActivityLog } from './activity-log.tsx'
import { BuyBar } from './actions/buy-bar.tsx'
import { BuyPanel } from './actions/buy-panel.tsx'
import { InfoPanel } from './info-panel.tsx'
import { NftMedia } from './nft-media.tsx'
import { NftNotices } from './nft-notices.tsx'
import { PriceHistory } from './price-history.tsx'

// Forms and their rules are for the owner only.
const MoreNfts = lazyPart(() => import('./more-nfts.tsx'), 'MoreNfts')
const ListingPanel = lazyPart(() => import('./actions/listing-panel.tsx'), 'ListingPanel')

export function NftScreen() {
  const { nftId = '' } = useParams()
  const { data: nft, error, refetch, isPlaceholderData } = useNft(nftId)
  const isMissing = !nft && error instanceof ApiError && [400, 404].includes(error.status)
  useDocumentTitle(isMissing ? t('nft.missing.title') : nft?.name)
  return (
    <>
      <Heading />
      {nft ? (
        <NftView nft={nft} isComplete={!isPlaceholderData} key={nft.id} />
      ) : isMissing ? (
        <EmptyState
          title={t('nft.missing.title')}
          description={t('nft.missing.text')}
          icon={<ImageOff size={26} />}
          action={<ButtonLink to={addressOf('home')}>{t('actions.goHome')}</ButtonLink>}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <NftSkeleton />
      )}
    </>
  )
}

const Heading = () => (
  <div className="page flex flex-col gap-4 pt-6 md:flex-row md:items-center md:justify-between md:pt-8">
    <div>
      <Link
        to={addressOf('home')}
        className="-ml-1 flex w-fit items-center gap-1 rounded-sm py-1 text-sm text-fg3 hover:text-fg"
      >
        <ChevronLeft size={16} aria-hidden />
        {t('explore.title')}
      </Link>
      <h1 className="mt-1 text-xl font-semibold tracking-[-.02em] text-fg2">{t('nft.heading')}</h1>
    </div>
    <PageSearch className="w-full md:w-[360px]" />
  </div>
)

const tellOwner = () => void toast.info(t('nft.isYours'))

const COLUMNS = 'grid-cols-1 md:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)]'

function NftView({ nft, isComplete }: { nft: Nft; isComplete: boolean }) {
  const { data: me, isLoading: isMeLoading, error, refetch } = useMe()
  const isMeUnknown = isMeLoading || (!me && error !== null)
  const buy = useBuyNft()
  const isOwner = me !== undefined && nft.owned_by === me.id
  useBuyIntent(nft, { me, buy, tellOwner })
  return (
    <article className="contents">
      <div className="page mt-6">
        {/* The media sticks within this row; in a grid with the sections below it would slide over them. */}
        <div className={`grid gap-x-12 gap-y-8 ${COLUMNS}`}>
          <NftMedia nft={nft} />
          <div className="relative z-1 flex min-w-0 flex-col gap-5">
            <InfoPanel nft={nft} isOwner={isOwner}>
              <NftNotices nft={nft} isOwner={isOwner} />
              {isMeLoading ? (
                // Its owner decides what can be done with it: members are not offered to buy their own.
                <PanelSkeleton />
              ) : isMeUnknown ? (
                <ErrorState error={error} onRetry={() => void refetch()} className="py-6!" />
              ) : isOwner ? (
                <Boundary>
                  <Suspense fallback={<PanelSkeleton />}>
                    <ListingPanel nft={nft} isCreator={nft.created_by === me.id} isReady={isComplete} />
                  </Suspense>
                </Boundary>
              ) : (
                <BuyPanel nft={nft} onBuy={buy} />
              )}
            </InfoPanel>
          </div>
        </div>
        <div className="mt-8 grid items-start gap-x-12 gap-y-4 grid-cols-1 md:mt-12 xl:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)]">
          <PriceHistory nftId={nft.id} version={nft.updated_at} />
          <ActivityLog nftId={nft.id} version={nft.updated_at} />
        </div>
        <Boundary>
          <Suspense fallback={null}>
            <MoreNfts nft={nft} />
          </Suspense>
        </Boundary>
      </div>
      {!isOwner && !isMeUnknown && <BuyBar nft={nft} onBuy={buy} />}
    </article>
  )
}

const PanelSkeleton = () => <Skeleton style={{ height: 218 }} className="rounded-xl!" />

const NftSkeleton = () => (
  <div aria-busy className={`page mt-6 grid gap-x-12 gap-y-8 ${COLUMNS}`}>
    <p role="status" className="sr-only">
      {t('loading')}
    </p>
    <Skeleton className="aspect-square rounded-xl!" />
    <div className="flex flex-col gap-5">
      <Skeleton className="h-8 w-40 rounded-full!" />
      <Skeleton className="h-14 w-4/5" />
      <Skeleton className="h-10 w-48" />
      <PanelSkeleton />
      <Skeleton className="h-24" />
    </div>
  </div>
)
