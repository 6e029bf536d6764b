import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { SignOut } from '../account/sign-out.tsx'
import { t } from '../lib/i18n.ts'
import { useDocumentTitle } from '../lib/use-document-title.ts'
import { ScreenBoundary } from '../ui/screen-boundary.tsx'
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx'
import { AdminsOnly } from './guard.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

type Row = { path: string; screen: ComponentType; title: string }

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const DashboardScreen = screen(async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen)
const UsersScreen = screen(async () => (await import('./users/users-screen.tsx')).UsersScreen)
const AddUserScreen = screen(async () => (await import('./users/add-user-screen.tsx')).AddUserScreen)
const EditUserScreen = screen(async () => (await import('./users/edit-user-screen.tsx')).EditUserScreen)

/** The screens of spec §2 → Admin area, then ours. */
const ROUTES: Row[] = [
  { path: paths.dashboard, screen: DashboardScreen, title: t('admin:dashboard.title') },
  { path: paths.users, screen: UsersScreen, title: t('admin:users.title') },
  { path: paths.addUser, screen: AddUserScreen, title: t('admin:userForm.addCrumb') },
  { path: paths.editUser(':userId'), screen: EditUserScreen, title: t('admin:userForm.editCrumb') },
  { path: '*', screen: NotFoundScreen, title: t('navs:titles.notFound') },
]

export const AdminRoutes = () => (
  <Routes>
    <Route path={paths.signIn} element={<SignInScreen />} />
    <Route path={paths.signOut} element={<SignOut signInPath={paths.signIn} />} />
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
  return (
    <ScreenBoundary>
      <Suspense fallback={<SpinnerOverlay />}>
        <Component />
      </Suspense>
    </ScreenBoundary>
  )
}
