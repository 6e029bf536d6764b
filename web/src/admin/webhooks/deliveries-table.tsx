import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import type { WebhookDelivery } from '@verso/protocol/operations/webhooks'
import { Send } from 'lucide-react'
import { useRedeliver, useWebhookDeliveries } from '../../api/admin/admin-webhooks.ts'
import { t } from '../../lib/i18n.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

const TONES: Record<WebhookDelivery['status'], Tone> = { waiting: 'info', delivered: 'ok', failed: 'bad' }

const COLUMNS: Column<WebhookDelivery>[] = [
  {
    key: 'kind',
    header: t('admin:webhooks.kind'),
    cell: ({ kind }) => <code className="text-sm">{kind}</code>,
  },
  {
    key: 'status',
    header: t('admin:webhooks.status'),
    cell: ({ status }) => <StatusPill tone={TONES[status]}>{t(`admin:webhooks.statuses.${status}`)}</StatusPill>,
  },
  {
    key: 'attempts',
    header: t('admin:webhooks.attempts'),
    isRightAligned: true,
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'at',
    header: t('admin:webhooks.at'),
    cell: ({ attempted_at }) =>
      attempted_at ? (
        <span className="whitespace-nowrap text-fg2">
          <RelativeTime at={attempted_at} />
        </span>
      ) : (
        '–'
      ),
  },
  { key: 'answer', header: t('admin:webhooks.answer'), cell: (delivery) => <Answer delivery={delivery} /> },
]

/** The deliveries to an address, sent and waiting, the newest first. */
export function DeliveriesTable({ webhookId }: { webhookId: string }) {
  const { cursor, pagesOf } = useCursorPages()
  const { data, error, refetch } = useWebhookDeliveries(webhookId, { limit: TABLE_PAGE_SIZE, cursor })
  const { mutate, isPending, variables } = useRedeliver(webhookId)
  return (
    <div className="-mx-5 sm:-mx-6">
      <DataTable
        label={t('admin:webhooks.deliveries')}
        columns={COLUMNS}
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        minWidth={760}
        isStackable
        server={pagesOf(data?.meta)}
        empty={<EmptyState icon={<Send size={24} />} title={t('admin:webhooks.noDeliveries')} />}
        actions={({ id, status }) =>
          status !== 'waiting' && (
            <Button variant="plain" isPending={isPending && variables === id} onClick={() => mutate(id)}>
              {t('admin:webhooks.redeliver')}
            </Button>
          )
        }
      />
    </div>
  )
}

/** The status and the beginning of the answer, or why there was none. */
function Answer({ delivery: { kind, response_status, answer, error, duration_ms } }: { delivery: WebhookDelivery }) {
  const text = response_status === null ? error : String(response_status)
  if (!text) return '–'
  const show = () =>
    openModal({
      title: t('admin:webhooks.answerOf', { kind }),
      render: () => (
        <div className="flex flex-col gap-3">
          <p className="text-fg2">
            {[text, duration_ms === null ? undefined : t('admin:webhooks.took', { ms: duration_ms })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <pre className="max-h-80 overflow-auto rounded-md bg-s2 p-4 text-sm whitespace-pre-wrap">
            {answer || t('admin:webhooks.noAnswer')}
          </pre>
        </div>
      ),
    })
  return (
    <span className="flex items-center gap-2">
      <span className="line-clamp-1 max-w-60 text-sm text-fg2">{text}</span>
      {response_status !== null && (
        <Button
          variant="plain"
          size="sm"
          aria-label={t('admin:webhooks.answerOf', { kind })}
          onClick={() => void show()}
        >
          {t('admin:webhooks.seeAnswer')}
        </Button>
      )}
    </span>
  )
}
