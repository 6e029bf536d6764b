import { addressOf } from '@verso/protocol/pages/pages'
import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { ExternalLink } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { memberNameOf } from '../../lib/initials.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { QueueEvidence } from './queue-evidence.tsx'
import { queueItemDomId } from './use-queue-keys.ts'

type QueueItemProps = {
  item: ModerationItem
  /** The one that the keys act on. */
  isCurrent: boolean
  isDeciding: boolean
  onFocus: () => void
  onApprove: () => void
  onRefuse: () => void
  onTakeDown: () => void
  onBlockBytes: () => void
}

export function QueueItem({ item, isCurrent, isDeciding, onFocus, onBlockBytes, ...actions }: QueueItemProps) {
  const { nft } = item
  const titleId = `${queueItemDomId(nft.id)}-title`
  return (
    <li data-row>
      <article
        data-row-focus
        id={queueItemDomId(nft.id)}
        aria-labelledby={titleId}
        aria-current={isCurrent || undefined}
        aria-busy={isDeciding}
        tabIndex={-1}
        onFocus={onFocus}
        className={cx(
          'grid scroll-my-24 grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-lg p-2 transition sm:grid-cols-[132px_minmax(0,1fr)] sm:p-3 xl:grid-cols-[132px_minmax(0,1fr)_auto]',
          isCurrent ? 'bg-s2 outline-2 -outline-offset-2 outline-(--ring)' : 'outline-none',
        )}
      >
        <img
          src={nft.thumbnail_url}
          alt={nft.alt_text || nft.name}
          className="aspect-square w-full rounded-md bg-s3 object-cover"
          loading="lazy"
        />
        <Words item={item} titleId={titleId} onBlockBytes={onBlockBytes} />
        <Actions item={item} isDeciding={isDeciding} {...actions} />
      </article>
    </li>
  )
}

type WordsProps = Pick<QueueItemProps, 'item' | 'onBlockBytes'> & { titleId: string }

function Words({ item, titleId, onBlockBytes }: WordsProps) {
  const { nft } = item
  const marketplace = useSettings().data?.public_url ?? ''
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Why item={item} />
      <h3 dir="auto" id={titleId} className="text-lg font-semibold wrap-anywhere">
        {nft.name}
      </h3>
      <p className="text-sm wrap-anywhere text-fg3">
        {t('admin:queue.by', { name: memberNameOf(nft.creator) })} · <RelativeTime at={item.waiting_since} />
      </p>
      <p dir="auto" className="line-clamp-4 max-w-[70ch] wrap-anywhere text-fg2">
        {nft.description || t('admin:queue.noDescription')}
      </p>
      <a
        href={marketplace + addressOf('nft', { nftId: nft.id })}
        target="_blank"
        rel="noreferrer"
        className="flex w-fit items-center gap-1.5 py-1 text-sm font-semibold text-fg2 hover:text-fg"
      >
        {t('admin:queue.open')}
        <ExternalLink size={14} aria-hidden />
      </a>
      <QueueEvidence item={item} onBlockBytes={onBlockBytes} />
    </div>
  )
}

/** Why it is in the queue. */
const Why = ({ item }: { item: ModerationItem }) => (
  <p className="flex flex-wrap gap-1.5">
    {item.needs_approval && <StatusPill tone="info">{t('admin:queue.reasons.new')}</StatusPill>}
    {item.listing_needs_approval && <StatusPill tone="info">{t('admin:queue.reasons.listing')}</StatusPill>}
    {item.reports.length > 0 && (
      <StatusPill tone="bad">{t('admin:queue.reasons.reported', { count: item.reports.length })}</StatusPill>
    )}
    {item.duplicates.length > 0 && <StatusPill tone="warn">{t('admin:queue.reasons.duplicate')}</StatusPill>}
  </p>
)

type ActionsProps = Pick<QueueItemProps, 'item' | 'isDeciding' | 'onApprove' | 'onRefuse' | 'onTakeDown'>

const Actions = ({ item, isDeciding, onApprove, onRefuse, onTakeDown }: ActionsProps) => (
  <div className="col-span-full grid grid-cols-2 content-start gap-2 xl:col-span-1 xl:w-36 xl:grid-cols-1">
    <Button isPending={isDeciding} onClick={onApprove}>
      {item.needs_approval || item.listing_needs_approval ? t('admin:queue.approve') : t('admin:queue.keep')}
    </Button>
    <Button variant="plain" disabled={isDeciding} onClick={onRefuse}>
      {t('admin:queue.refuse')}
    </Button>
    {item.reports.length > 0 && (
      <Button variant="danger" className="col-span-2 xl:col-span-1" disabled={isDeciding} onClick={onTakeDown}>
        {t('admin:queue.takeDown')}
      </Button>
    )}
  </div>
)
