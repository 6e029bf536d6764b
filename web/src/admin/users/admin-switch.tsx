import type { AdminUser } from '@verso/protocol/users'
import { useUpdateUser } from '../../api/admin/admin-users.ts'
import { useMe } from '../../api/users.ts'
import { t } from '../../lib/i18n.ts'
import { nameOf } from '../../lib/initials.ts'
import { Switch } from '../../ui/fields/toggles.tsx'
import { confirm } from '../../ui/overlays/modal.ts'
import { confirmOwnEnd } from './confirm-own-end.ts'

/** Gives or takes the admin role at once, after a question; the server may ask for a second factor too. */
export function AdminSwitch({ user }: { user: AdminUser }) {
  const { mutate, isPending, variables } = useUpdateUser()
  const isOwn = useMe().data?.id === user.id
  const name = nameOf(user)
  const ask = async (isAdmin: boolean) => {
    if (isOwn && !isAdmin) {
      if (await confirmOwnEnd()) mutate({ id: user.id, change: { is_admin: false } })
      return
    }
    const words = isAdmin ? 'makeAdmin' : 'endAdmin'
    const isMeant = await confirm({
      title: t(`admin:users.${words}.title`, { name }),
      body: t(`admin:users.${words}.text`),
      confirmLabel: t(`admin:users.${words}.button`),
      isDanger: !isAdmin,
    })
    if (isMeant) mutate({ id: user.id, change: { is_admin: isAdmin } })
  }
  return (
    <Switch
      aria-label={t('admin:users.adminSwitch', { name })}
      checked={isPending ? Boolean(variables.change.is_admin) : user.is_admin}
      disabled={isPending}
      onChange={(event) => void ask(event.target.checked)}
    />
  )
}
