import type { AdminUser } from '@verso/protocol/users'
import { useResetFactors, useUpdateUser } from '../../api/admin/admin-users.ts'
import { t } from '../../lib/i18n.ts'
import { nameOf } from '../../lib/initials.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm, openModal } from '../../ui/overlays/modal.ts'
import { Panel } from '../../ui/panel.tsx'
import { ReasonForm } from '../reason-form.tsx'

/** Suspending a member, and the logged way to give back an account whose second factor is lost. */
export function MemberAccess({ user }: { user: AdminUser }) {
  const update = useUpdateUser()
  const reset = useResetFactors()
  const name = nameOf(user)
  const isSuspended = user.status === 'SUSPENDED'
  const askStatus = async () => {
    const words = isSuspended ? 'unsuspend' : 'suspend'
    const isMeant = await confirm({
      title: t(`admin:users.${words}Title`, { name }),
      body: t(`admin:users.${words}Text`),
      confirmLabel: t(`admin:users.${words}`),
      isDanger: !isSuspended,
    })
    if (isMeant) update.mutate({ id: user.id, change: { status: isSuspended ? 'ACTIVE' : 'SUSPENDED' } })
  }
  const askReset = () =>
    openModal({
      title: t('admin:users.resetTitle', { name }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:users.resetText')}
          label={t('admin:users.resetNote')}
          submitLabel={t('admin:users.resetFactors')}
          onSubmit={(note) => reset.mutateAsync({ id: user.id, note })}
          onDone={close}
        />
      ),
    })
  return (
    <Panel
      title={t('admin:users.account')}
      aside={<StatusPill tone={isSuspended ? 'bad' : 'ok'}>{t(`admin:users.statuses.${user.status}`)}</StatusPill>}
      className="max-w-xl"
    >
      <p className="num text-sm break-all text-fg3">{user.id}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isSuspended ? 'plain' : 'danger'}
          isPending={update.isPending}
          onClick={() => void askStatus()}
        >
          {isSuspended ? t('admin:users.unsuspend') : t('admin:users.suspend')}
        </Button>
        <Button variant="plain" isPending={reset.isPending} onClick={askReset}>
          {t('admin:users.resetFactors')}
        </Button>
      </div>
    </Panel>
  )
}
