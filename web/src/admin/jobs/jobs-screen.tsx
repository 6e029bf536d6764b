import type { FailedJob, Jobs } from '@verso/protocol/operations/jobs'
import { CircleCheck } from 'lucide-react'
import { useJobs, useRetryJob } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'

const FAILED: Column<FailedJob>[] = [
  {
    key: 'name',
    header: t('admin:jobs.columns.name'),
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    key: 'error',
    header: t('admin:jobs.columns.error'),
    cell: ({ error }) => (
      <span className="line-clamp-2 max-w-md break-words py-2 text-sm text-fg2">{error ?? '–'}</span>
    ),
  },
  {
    key: 'attempts',
    header: t('admin:jobs.columns.attempts'),
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'failedAt',
    header: t('admin:jobs.columns.failedAt'),
    cell: ({ failed_at }) => (
      <span className="whitespace-nowrap text-fg2">
        <RelativeTime at={failed_at} />
      </span>
    ),
  },
]
const count = (key: 'waiting' | 'active' | 'failed'): Column<Jobs['queues'][number]> => ({
  key,
  header: t(`admin:jobs.columns.${key}`),
  isRightAligned: true,
  cell: (queue) => <span className={queue[key] > 0 ? 'num font-semibold' : 'num text-fg3'}>{queue[key]}</span>,
})
const QUEUES: Column<Jobs['queues'][number]>[] = [
  { key: 'queue', header: t('admin:jobs.columns.queue'), cell: ({ name }) => name },
  count('waiting'),
  count('active'),
  count('failed'),
]

/** The queues of jobs, and the jobs and messages that were given up. */
export function JobsScreen() {
  const { data, error, refetch } = useJobs()
  const { mutate, isPending, variables } = useRetryJob()
  const state = { error: data ? undefined : error, onRetry: () => void refetch() }
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>{t('admin:jobs.title')}</PageHeading>
      <Panel title={t('admin:jobs.failed')} lead={t('admin:jobs.failedLead')} className="pb-0!">
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            {...state}
            label={t('admin:jobs.failed')}
            pageName="failed"
            columns={FAILED}
            rows={data?.failed}
            rowKey={(job) => job.id}
            minWidth={720}
            isStackable
            empty={<EmptyState icon={<CircleCheck size={24} />} title={t('admin:jobs.none')} />}
            actions={(job) => (
              <Button variant="plain" isPending={isPending && variables === job.id} onClick={() => mutate(job.id)}>
                {t('admin:jobs.retry')}
              </Button>
            )}
          />
        </div>
      </Panel>
      <Panel title={t('admin:jobs.queues')} className="pb-0!">
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            {...state}
            label={t('admin:jobs.queues')}
            pageName="queues"
            columns={QUEUES}
            rows={data?.queues}
            rowKey={(queue) => queue.name}
            pageSize={20}
            minWidth={420}
            isStackable
          />
        </div>
      </Panel>
    </div>
  )
}
