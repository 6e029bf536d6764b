import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { t } from '../lib/i18n.ts'
import { useDocumentTitle } from '../lib/use-document-title.ts'
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx'
import { type Access, Guard } from './guards.tsx'
import { paths } from './paths.ts'
import { ScreenBoundary } from './shell/screen-boundary.tsx'
import { Shell } from './shell/shell.tsx'

type Row = {
  path: string
  access: Access
  screen: ComponentType
  /** Left out where the screen names itself after what it shows. */
  title?: string
}

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const NotFoundScreen = screen(async () => (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen)

/** The screens of spec §2, in its order. */
const ROUTES: Row[] = [{ path: '*', access: 'open', screen: NotFoundScreen, title: t('navs:titles.notFound') }]

export function MarketplaceRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<Navigate to={paths.home} replace />} />
        <Route path="/app" element={<Navigate to={paths.home} replace />} />
        <Route path="/signout" element={<Navigate to={paths.signOut} replace />} />
        {ROUTES.map((row) => (
          <Route key={row.path} path={row.path} element={<Screen {...row} />} />
        ))}
      </Route>
    </Routes>
  )
}

function Screen({ access, screen: Component, title }: Row) {
  useDocumentTitle(title)
  return (
    <Guard access={access}>
      <ScreenBoundary>
        <Suspense fallback={<ScreenLoading />}>
          <Component />
        </Suspense>
      </ScreenBoundary>
    </Guard>
  )
}

const ScreenLoading = () => (
  <div className="min-h-[80dvh]">
    <SpinnerOverlay />
  </div>
)
