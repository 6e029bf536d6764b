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
import { paths } from '../paths.ts'

/** The side menu: Dashboard and Users, then the operator's pages (docs/rules.md R61). */
export const PAGES: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.dashboard, label: t('admin:menu.dashboard'), Icon: LayoutDashboard },
  { to: paths.users, label: t('admin:menu.users'), Icon: Users },
  { to: paths.moderation, label: t('admin:menu.moderation'), Icon: ShieldAlert },
  { to: paths.payments, label: t('admin:menu.payments'), Icon: CreditCard },
  { to: paths.payouts, label: t('admin:menu.payouts'), Icon: Banknote },
  { to: paths.jobs, label: t('admin:menu.jobs'), Icon: ListChecks },
  { to: paths.audit, label: t('admin:menu.audit'), Icon: ScrollText },
  { to: paths.settings, label: t('admin:menu.settings'), Icon: Settings },
]
