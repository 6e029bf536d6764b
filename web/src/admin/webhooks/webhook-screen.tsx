import type { Webhook } from '@verso/protocol/operations/webhooks'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { useNavigate, useParams } from 'react-router'
import {
  useActOnWebhook,
  useChangeWebhook,
  useRemoveWebhook,
  useRotateSecret,
  useWebhook,
} from '../../api/admin/admin-webhooks.ts'
import { ApiError } from '../../api/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { confirm } from '../../ui/overlays/modal.ts'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { showSecret } from './show-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

/** One address: what it is told, what was sent, and what can be done with it. */
export function WebhookScreen() {
  const { webhookId = '' } = useParams()
  const { data: webhook, error, refetch } = useWebhook(webhookId)
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFoundScreen />
  if (error && !webhook) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!webhook) return <Skeleton className="h-96 w-full" />
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('admin:settings.title'), to: adminAddressOf('settings') },
          { label: t('admin:webhooks.title'), to: adminAddressOf('webhooks') },
          { label: webhook.url },
        ]}
      />
      <PageHeading lead={<Standing webhook={webhook} />}>{webhook.url}</PageHeading>
      <Actions webhook={webhook} />
      <Panel title={t('admin:webhooks.deliveries')} className="pb-0!">
        <DeliveriesTable webhookId={webhook.id} />
      </Panel>
      <Change webhook={webhook} />
    </div>
  )
}

const Standing = ({ webhook: { state, failing_since } }: { webhook: Webhook }) => (
  <span className="flex flex-wrap items-center gap-3">
    <WebhookState state={state} />
    {failing_since && (
      <span>
        {t('admin:webhooks.failingSince')} <RelativeTime at={failing_since} />
      </span>
    )}
    {state === 'off' && <span>{t('admin:webhooks.offLead')}</span>}
  </span>
)

function Actions({ webhook: { id, url, state } }: { webhook: Webhook }) {
  const navigate = useNavigate()
  const { mutate: act, isPending, variables } = useActOnWebhook(id)
  const rotate = useRotateSecret(id)
  const remove = useRemoveWebhook(id)
  const askToRemove = async () => {
    const [title, body] = [`${t('admin:webhooks.remove')}: ${url}`, t('admin:webhooks.removeLead')]
    if (!(await confirm({ title, body, confirmLabel: t('admin:webhooks.remove'), isDanger: true }))) return
    await remove.mutateAsync().then(
      () => navigate(adminAddressOf('webhooks')),
      () => undefined,
    )
  }
  const askToRotate = async () => {
    const [title, body] = [`${t('admin:webhooks.rotate')}: ${url}`, t('admin:webhooks.rotateLead')]
    if (!(await confirm({ title, body, confirmLabel: t('admin:webhooks.rotate') }))) return
    rotate.mutate(undefined, { onSuccess: ({ secret }) => showSecret(secret, body) })
  }
  const turn = state === 'active' ? 'pause' : 'resume'
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="plain" isPending={isPending && variables === turn} onClick={() => act(turn)}>
        {t(`admin:webhooks.${turn}`)}
      </Button>
      <Button variant="plain" isPending={isPending && variables === 'test'} onClick={() => act('test')}>
        {t('admin:webhooks.test')}
      </Button>
      <Button variant="plain" isPending={rotate.isPending} onClick={() => void askToRotate()}>
        {t('admin:webhooks.rotate')}
      </Button>
      <Button variant="danger" isPending={remove.isPending} onClick={() => void askToRemove()}>
        {t('admin:webhooks.remove')}
      </Button>
    </div>
  )
}

function Change({ webhook: { id, url, kinds } }: { webhook: Webhook }) {
  const change = useChangeWebhook(id)
  return (
    <Panel title={t('admin:webhooks.kinds')}>
      <WebhookForm
        key={JSON.stringify([url, kinds])}
        url={url}
        kinds={kinds}
        submitLabel={t('admin:webhooks.save')}
        onSubmit={(body) => change.mutateAsync(body)}
      />
    </Panel>
  )
}
