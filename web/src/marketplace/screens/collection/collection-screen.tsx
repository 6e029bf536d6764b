import '../../../locales/collection-texts.ts'
import { addressOf } from '@verso/protocol/pages/pages'
import { useMemo } from 'react'
import { useWatchedNfts } from '../../../api/nfts/watched-nfts.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { useSearchParams } from '../../../lib/navigation/use-search-params.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/toggles.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { EmptyState } from '../../../ui/loading/states.tsx'
import { moreOf } from '../../grid/load-more.tsx'
import { NftGrid } from '../../grid/nft-grid.tsx'
import { shownListing } from '../../nfts/nft-view.ts'

const CREATED = 'created'
const LISTED = 'listed'
/** Keeps the line of the count while it loads, so that the NFTs do not jump. */
const NBSP = '\u00a0'

/** The NFTs one owns; "Created by me" leaves those one made myself (docs/rules.md R35). */
export function CollectionScreen() {
  const { data: me } = useMe()
  const [params, setParams] = useSearchParams()
  const isCreatedOnly = params.get(CREATED) === '1'
  const isListedOnly = params.get(LISTED) === '1'
  const setOnly = (created: boolean, listed: boolean) =>
    setParams({ ...(created && { [CREATED]: '1' }), ...(listed && { [LISTED]: '1' }) })
  const list = useWatchedNfts(
    {
      owned_by: me?.id,
      created_by: isCreatedOnly ? me?.id : undefined,
      listed: isListedOnly || undefined,
    },
    { isEnabled: me !== undefined },
  )
  const card = useMemo(() => ({ flags: 'own' as const, viewerId: me?.id }), [me?.id])
  const nfts = list.isPlaceholderData
    ? list.data?.nfts.filter(
        (nft) => (!isCreatedOnly || nft.created_by === me?.id) && (!isListedOnly || shownListing(nft)),
      )
    : list.data?.nfts
  return (
    <div className="page pt-7 md:pt-10">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading lead={list.data ? t('collection.count', { count: list.data.total }) : NBSP}>
          {t('collection.title')}
        </PageHeading>
        <div className="flex flex-wrap gap-x-6">
          <label className="flex min-h-11 items-center gap-3 text-fg2">
            <Switch checked={isListedOnly} onChange={(event) => setOnly(isCreatedOnly, event.target.checked)} />
            {t('collection.listedOnly')}
          </label>
          <label className="flex min-h-11 items-center gap-3 text-fg2">
            <Switch checked={isCreatedOnly} onChange={(event) => setOnly(event.target.checked, isListedOnly)} />
            {t('collection.createdByMe')}
          </label>
        </div>
      </div>
      <NftGrid
        label={t('collection.title')}
        nfts={nfts}
        error={list.error}
        onRetry={() => void list.refetch()}
        isBusy={list.isPlaceholderData}
        more={moreOf(list)}
        empty={
          <Empty
            only={isListedOnly ? 'Listed' : isCreatedOnly ? 'Created' : ''}
            onClear={() => setOnly(false, false)}
          />
        }
        card={card}
      />
    </div>
  )
}

const Empty = ({ only, onClear }: { only: 'Listed' | 'Created' | ''; onClear: () => void }) => (
  <EmptyState
    title={t('works.none')}
    description={t(`collection.empty${only}`)}
    action={
      <div className="flex flex-wrap justify-center gap-2">
        {only ? (
          <Button variant="plain" onClick={onClear}>
            {t('collection.showAll')}
          </Button>
        ) : (
          <ButtonLink to={addressOf('home')} variant="plain">
            {t('explore.title')}
          </ButtonLink>
        )}
        <ButtonLink to={addressOf('createNft')}>{t('navs:titles.createNft')}</ButtonLink>
      </div>
    }
  />
)
