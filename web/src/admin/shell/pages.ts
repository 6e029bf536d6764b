import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import {
  Banknote,
  CreditCard,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldAlert,
  Users,
} from 'lucide-react'
import { t } from '../../lib/i18n.ts'

/** The side menu: Dashboard and Users, then the operator's pages (docs/rules.md R61). */
export const PAGES: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: adminAddressOf('dashboard'), label: t('admin:menu.dashboard'), Icon: LayoutDashboard },
  { to: adminAddressOf('users'), label: t('admin:menu.users'), Icon: Users },
  { to: adminAddressOf('moderation'), label: t('admin:menu.moderation'), Icon: ShieldAlert },
  { to: adminAddressOf('payments'), label: t('admin:menu.payments'), Icon: CreditCard },
  { to: adminAddressOf('payouts'), label: t('admin:menu.payouts'), Icon: Banknote },
  { to: adminAddressOf('jobs'), label: t('admin:menu.jobs'), Icon: ListChecks },
  { to: adminAddressOf('audit'), label: t('admin:menu.audit'), Icon: ScrollText },
  { to: adminAddressOf('settings'), label: t('admin:menu.settings'), Icon: Settings },
]
