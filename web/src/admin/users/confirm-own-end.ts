import { t } from '../../lib/i18n.ts'
import { confirm } from '../../ui/overlays/modal.ts'

/** Asked before admins take the role from themselves: only another admin can give it back. */
export const confirmOwnEnd = (): Promise<boolean> =>
  confirm({
    title: t('admin:users.endOwnAdmin.title'),
    body: t('admin:users.endOwnAdmin.text'),
    confirmLabel: t('admin:users.endOwnAdmin.button'),
    isDanger: true,
  })
