import type { Webhook } from '@verso/protocol/operations/webhooks'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useAddWebhook, useWebhooks } from '../../api/admin/admin-webhooks.ts'
import { t } from '../../lib/i18n.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { showSecret } from './show-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

const COLUMNS: Column<Webhook>[] = [
  {
    key: 'url',
    header: t('admin:webhooks.url'),
    cell: ({ url }) => <span className="font-medium wrap-anywhere">{url}</span>,
  },
  {
    key: 'kinds',
    header: t('admin:webhooks.kinds'),
    cell: ({ kinds }) => t('admin:webhooks.kindsChosen', { count: kinds.length }),
  },
  { key: 'state', header: t('admin:webhooks.state'), cell: ({ state }) => <WebhookState state={state} /> },
]

/** The addresses of other programs, and a form for one more. */
export function WebhooksScreen() {
  const { data, error, refetch } = useWebhooks()
  const add = useAddWebhook()
  const [added, setAdded] = useState(0)
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('admin:settings.title'), to: adminAddressOf('settings') },
          { label: t('admin:webhooks.title') },
        ]}
      />
      <PageHeading lead={t('admin:webhooks.lead')}>{t('admin:webhooks.title')}</PageHeading>
      <Panel className="py-0!">
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            label={t('admin:webhooks.title')}
            columns={COLUMNS}
            rows={data?.data}
            error={error}
            onRetry={() => void refetch()}
            rowKey={({ id }) => id}
            isStackable
            empty={<EmptyState icon={<WebhookIcon size={24} />} title={t('admin:webhooks.none')} />}
            actions={({ id, url }) => (
              <ButtonLink
                to={adminAddressOf('webhook', { webhookId: id })}
                variant="plain"
                aria-label={t('admin:webhooks.open', { url })}
              >
                {t('admin:webhooks.see')}
              </ButtonLink>
            )}
          />
        </div>
      </Panel>
      <Panel title={t('admin:webhooks.add')}>
        <WebhookForm
          // Empty again for the next one.
          key={added}
          submitLabel={t('admin:webhooks.add')}
          onSubmit={async (body) => {
            const { secret } = await add.mutateAsync(body)
            setAdded(added + 1)
            showSecret(secret)
          }}
        />
      </Panel>
    </div>
  )
}
