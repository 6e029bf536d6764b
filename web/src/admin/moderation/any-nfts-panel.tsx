import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { addressOf } from '@verso/protocol/pages/pages'
import type { ModeratedNft } from '@verso/protocol/nfts/moderation'
import { SearchX } from 'lucide-react'
import { useAnyNfts } from '../../api/admin/admin-moderation.ts'
import { useSettings } from '../../api/settings.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { givenAltText } from '../../lib/given-alt-text.ts'
import { t } from '../../lib/i18n.ts'
import { memberNameOf } from '../../lib/initials.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { SelectedNfts } from './selected-nfts.tsx'
import { useDecisions } from './use-decisions.tsx'
import { useSelectedNfts } from './use-selected-nfts.ts'

const FILTERS = [
  ['all', t('admin:moderation.filters.all')],
  ['down', t('admin:moderation.filters.takenDown')],
] as const

const COLUMNS: Column<ModeratedNft>[] = [
  { key: 'nft', header: t('admin:moderation.columns.work'), cell: (nft) => <NftCell nft={nft} /> },
  { key: 'state', header: t('admin:moderation.columns.state'), cell: (nft) => <State nft={nft} /> },
  {
    key: 'created',
    header: t('admin:moderation.columns.created'),
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-fg2">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
]

export function AnyNftsPanel() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const isDown = params.get('show') === 'down'
  const { cursor, pagesOf } = useCursorPages()
  const { data, error, refetch } = useAnyNfts({
    search: useDebounced(search.trim(), 250),
    taken_down: isDown || undefined,
    limit: TABLE_PAGE_SIZE,
    cursor,
  })
  const decisions = useDecisions()
  const isPhone = useMedia('(max-width: 640px)')
  const selection = useSelectedNfts(data?.data ?? [])
  const set = (next: { search: string; show: string }) =>
    setParams(
      { ...(next.search && { search: next.search }), ...(next.show === 'down' && { show: 'down' }) },
      // Typing is no step to go Back to, a choice is.
      { replace: next.search !== search },
    )
  return (
    <Panel title={t('admin:moderation.works')} className="pb-0!">
      <div className="flex flex-wrap gap-3">
        <SearchInput
          label={t('admin:moderation.search')}
          value={search}
          onChange={(value) => set({ search: value, show: isDown ? 'down' : 'all' })}
          className="min-w-60 flex-1 sm:max-w-md"
        />
        <Segmented
          label={t('admin:moderation.filter')}
          items={FILTERS}
          value={isDown ? 'down' : 'all'}
          onChange={(show) => set({ search, show })}
        />
      </div>
      {selection.nfts.length > 0 && <SelectedNfts nfts={selection.nfts} onDone={selection.select} />}
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          label={t('admin:moderation.works')}
          columns={COLUMNS}
          rows={data?.data}
          rowKey={(nft) => nft.id}
          minWidth={640}
          isStackable={isPhone}
          {...(!isPhone && {
            selection: {
              selected: selection.ids,
              onChange: selection.select,
              nameOf: (nft: ModeratedNft) => nft.name,
            },
          })}
          error={error}
          onRetry={() => void refetch()}
          server={pagesOf(data?.meta)}
          empty={<EmptyState icon={<SearchX size={24} />} title={t('admin:moderation.none')} />}
          actions={(nft) => <NftActions nft={nft} decisions={decisions} />}
        />
      </div>
    </Panel>
  )
}

function NftCell({ nft }: { nft: ModeratedNft }) {
  const marketplace = useSettings().data?.public_url ?? ''
  return (
    <div className="flex items-center gap-3 py-2">
      <img
        src={nft.thumbnail_url}
        alt={givenAltText(nft)}
        className="size-11 shrink-0 rounded-sm bg-s3 object-cover"
        loading="lazy"
      />
      <div className="max-w-64 min-w-0">
        <a
          href={marketplace + addressOf('nft', { nftId: nft.id })}
          target="_blank"
          rel="noreferrer"
          className="block truncate font-medium hover:underline"
        >
          {nft.name}
        </a>
        <p className="truncate text-sm text-fg3">{memberNameOf(nft.creator)}</p>
      </div>
    </div>
  )
}

type NftActionsProps = { nft: ModeratedNft; decisions: ReturnType<typeof useDecisions> }

function NftActions({ nft, decisions }: NftActionsProps) {
  if (nft.bytes_blocked)
    return (
      <Button variant="plain" onClick={() => void decisions.unblockBytes(nft)}>
        {t('admin:moderation.unblock')}
      </Button>
    )
  if (nft.taken_down)
    return (
      <Button variant="plain" onClick={() => void decisions.restore(nft)}>
        {t('admin:moderation.restore')}
      </Button>
    )
  return (
    <>
      {nft.approval === 'REFUSED' && (
        <Button
          variant="plain"
          isPending={decisions.decidingIds.includes(nft.id)}
          onClick={() => decisions.approve({ nft })}
        >
          {t('admin:queue.approve')}
        </Button>
      )}
      <Button variant="ghost" onClick={() => decisions.takeDown({ nft })}>
        {t('admin:moderation.takeDown')}
      </Button>
    </>
  )
}

const STATES = {
  blocked: 'bad',
  takenDown: 'bad',
  approved: 'ok',
  refused: 'bad',
  waiting: 'warn',
} satisfies Record<string, Tone>

const stateOf = ({ bytes_blocked, taken_down, approval }: ModeratedNft): keyof typeof STATES =>
  bytes_blocked
    ? 'blocked'
    : taken_down
      ? 'takenDown'
      : approval === 'APPROVED'
        ? 'approved'
        : approval === 'REFUSED'
          ? 'refused'
          : 'waiting'

const State = ({ nft }: { nft: ModeratedNft }) => (
  <div className="max-w-64 py-2">
    <StatusPill tone={STATES[stateOf(nft)]}>{t(`admin:moderation.states.${stateOf(nft)}`)}</StatusPill>
    {nft.decision_reason && (
      <p title={nft.decision_reason} className="mt-1 line-clamp-2 text-sm wrap-anywhere text-fg3">
        {nft.decision_reason}
      </p>
    )}
  </div>
)
