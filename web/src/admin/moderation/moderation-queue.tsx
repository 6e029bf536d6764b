import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { CircleCheck } from 'lucide-react'
import { useModerationQueue } from '../../api/admin/admin-moderation.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx'
import { KeyHints } from './key-hints.tsx'
import { QueueItem } from './queue-item.tsx'
import { useDecisions } from './use-decisions.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

/** NFTs that wait for a person, each decided by a click or a key (docs/rules.md R68). */
export function ModerationQueue() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useModerationQueue()
  const { approve, refuse, takeDown, approveRefused, blockBytes, decidingIds, isDecidedHere } = useDecisions()
  const keys = useQueueKeys(data?.items ?? [], { approve, refuse, takeDown, approveRefused }, isDecidedHere)
  const lead = data && data.total > 0 ? t('admin:queue.lead', { count: data.total }) : undefined
  return (
    <Panel title={t('admin:queue.title')} lead={lead} aside={<KeyHints />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<CircleCheck size={24} />}
          title={t('admin:queue.empty')}
          description={t('admin:queue.emptyLead')}
        />
      ) : (
        <ul className="-mx-2 flex flex-col gap-2 sm:-mx-3">
          {data.items.map((item: ModerationItem) => (
            <QueueItem
              key={item.nft.id}
              item={item}
              isCurrent={item.nft.id === keys.currentId}
              isDeciding={decidingIds.includes(item.nft.id)}
              onFocus={() => keys.select(item.nft.id)}
              onApprove={() => approve(item)}
              onRefuse={() => refuse(item)}
              onTakeDown={() => takeDown(item)}
              onBlockBytes={() => blockBytes(item)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="plain" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin:queue.more')}
        </Button>
      )}
    </Panel>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-4" aria-busy>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} className="h-36 w-full rounded-lg!" />
    ))}
  </div>
)
