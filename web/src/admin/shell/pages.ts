import { LayoutDashboard, type LucideIcon, Users } from 'lucide-react'
import { t } from '../../lib/i18n.ts'
import { paths } from '../paths.ts'

/** The side menu: Dashboard and Users (spec §2), then what the operator needs besides. */
export const PAGES: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: paths.dashboard, label: t('admin:menu.dashboard'), Icon: LayoutDashboard },
  { to: paths.users, label: t('admin:menu.users'), Icon: Users },
]
