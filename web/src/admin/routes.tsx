import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { type ComponentType, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { SignOut } from '../identity/sign-out.tsx'
import { t } from '../lib/i18n.ts'
import { useDocumentTitle } from '../lib/navigation/use-document-title.ts'
import { Boundary } from '../ui/loading/boundary.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { SpinnerOverlay } from '../ui/loading/spinner-overlay.tsx'
import { AdminsOnly } from './guard.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { Shell } from './shell/shell.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

type Row = { path: string; screen: ComponentType; title: string }

const DashboardScreen = lazyPart(() => import('./dashboard/dashboard-screen.tsx'), 'DashboardScreen')
const UsersScreen = lazyPart(() => import('./users/users-screen.tsx'), 'UsersScreen')
const AddUserScreen = lazyPart(() => import('./users/add-user-screen.tsx'), 'AddUserScreen')
const EditUserScreen = lazyPart(() => import('./users/edit-user-screen.tsx'), 'EditUserScreen')
const ModerationScreen = lazyPart(() => import('./moderation/moderation-screen.tsx'), 'ModerationScreen')
const PaymentsScreen = lazyPart(() => import('./payments/payments-screen.tsx'), 'PaymentsScreen')
const PayoutsScreen = lazyPart(() => import('./payouts/payouts-screen.tsx'), 'PayoutsScreen')
const JobsScreen = lazyPart(() => import('./jobs/jobs-screen.tsx'), 'JobsScreen')
const NotificationsScreen = lazyPart(() => import('./notifications-screen.tsx'), 'NotificationsScreen')
const WebhooksScreen = lazyPart(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen')
const WebhookScreen = lazyPart(() => import('./webhooks/webhook-screen.tsx'), 'WebhookScreen')
const AuditScreen = lazyPart(() => import('./audit/audit-screen.tsx'), 'AuditScreen')
const EditPageScreen = lazyPart(() => import('./pages/edit-page-screen.tsx'), 'EditPageScreen')
const SettingsScreen = lazyPart(() => import('./settings/settings-screen.tsx'), 'SettingsScreen')

/** Users and Dashboard (docs/rules.md R61), then the operator's pages. */
const ROUTES: Row[] = [
  { path: ADMIN_PAGES.dashboard, screen: DashboardScreen, title: t('admin:dashboard.title') },
  { path: ADMIN_PAGES.users, screen: UsersScreen, title: t('admin:users.title') },
  { path: ADMIN_PAGES.addUser, screen: AddUserScreen, title: t('admin:userForm.addCrumb') },
  { path: ADMIN_PAGES.editUser, screen: EditUserScreen, title: t('admin:userForm.editCrumb') },
  { path: ADMIN_PAGES.moderation, screen: ModerationScreen, title: t('admin:moderation.title') },
  { path: ADMIN_PAGES.payments, screen: PaymentsScreen, title: t('admin:payments.title') },
  { path: ADMIN_PAGES.payouts, screen: PayoutsScreen, title: t('admin:payouts.title') },
  { path: ADMIN_PAGES.jobs, screen: JobsScreen, title: t('admin:jobs.title') },
  { path: ADMIN_PAGES.audit, screen: AuditScreen, title: t('admin:audit.title') },
  { path: ADMIN_PAGES.notifications, screen: NotificationsScreen, title: t('navs:titles.notifications') },
  { path: ADMIN_PAGES.webhooks, screen: WebhooksScreen, title: t('admin:webhooks.title') },
  { path: ADMIN_PAGES.webhook, screen: WebhookScreen, title: t('admin:webhooks.title') },
  { path: ADMIN_PAGES.settings, screen: SettingsScreen, title: t('admin:settings.title') },
  { path: ADMIN_PAGES.editPage, screen: EditPageScreen, title: t('admin:pages.crumb') },
  { path: '*', screen: NotFoundScreen, title: t('navs:titles.notFound') },
]

export const AdminRoutes = () => (
  <Routes>
    <Route path={ADMIN_PAGES.signIn} element={<SignInScreen />} />
    <Route path={ADMIN_PAGES.signOut} element={<SignOut signInPath={adminAddressOf('signIn')} />} />
    <Route
      element={
        <AdminsOnly>
          <Shell />
        </AdminsOnly>
      }
    >
      {ROUTES.map((row) => (
        <Route key={row.path} path={row.path} element={<Screen {...row} />} />
      ))}
    </Route>
  </Routes>
)

function Screen({ screen: Component, title }: Row) {
  useDocumentTitle(title)
  const { pathname } = useLocation()
  return (
    <Boundary place={pathname}>
      <Suspense fallback={<SpinnerOverlay />}>
        <Component />
      </Suspense>
    </Boundary>
  )
}
