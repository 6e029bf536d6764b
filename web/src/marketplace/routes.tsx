import { type ComponentType, Suspense } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { t } from '../lib/i18n.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { useDocumentTitle } from '../lib/use-document-title.ts'
import { Boundary } from '../ui/boundary.tsx'
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx'
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx'
import { type Access, Guard } from './guards.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

type Row = {
  path: string
  access: Access
  screen: LazyPart<object>
  /** Left out where the screen names itself after what it shows. */
  title?: string
}

/** The texts come first: modules say `t(…)` while they are evaluated. */
const screen = (load: () => Promise<ComponentType>) =>
  lazyPart(async () => {
    await loadTexts()
    return load()
  })
/** One that needs no more than the texts of the shell. */
const leanScreen = lazyPart<object>

const ExploreScreen = leanScreen(async () => (await import('./screens/explore/explore-screen.tsx')).ExploreScreen)
const NftScreen = screen(async () => (await import('./screens/nft/nft-screen.tsx')).NftScreen)
const CreateScreen = screen(async () => (await import('./screens/create/create-screen.tsx')).CreateScreen)
const CollectionScreen = screen(
  async () => (await import('./screens/collection/collection-screen.tsx')).CollectionScreen,
)
const ProfileScreen = screen(async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen)
const SellScreen = screen(async () => (await import('./screens/sell/sell-screen.tsx')).SellScreen)
const OrdersScreen = screen(async () => (await import('./screens/orders/orders-screen.tsx')).OrdersScreen)
const OrderScreen = screen(async () => (await import('./screens/order/order-screen.tsx')).OrderScreen)
const WishlistScreen = screen(async () => (await import('./screens/wishlist/wishlist-screen.tsx')).WishlistScreen)
const DashboardScreen = screen(async () => (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen)
const SignInScreen = screen(async () => (await import('./screens/sign-in/sign-in-screen.tsx')).SignInScreen)
const RegisterScreen = screen(async () => (await import('./screens/register/register-screen.tsx')).RegisterScreen)
const RegisterSuccessScreen = screen(
  async () => (await import('./screens/register-success/register-success-screen.tsx')).RegisterSuccessScreen,
)
const VerifyEmailScreen = screen(
  async () => (await import('./screens/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
)
const ForgotScreen = screen(async () => (await import('./screens/forgot/forgot-screen.tsx')).ForgotScreen)
const ResetPasswordScreen = screen(
  async () => (await import('./screens/reset-password/reset-password-screen.tsx')).ResetPasswordScreen,
)
const AddMobileScreen = screen(async () => (await import('./screens/add-mobile/add-mobile-screen.tsx')).AddMobileScreen)
const VerifyMobileScreen = screen(
  async () => (await import('./screens/verify-mobile/verify-mobile-screen.tsx')).VerifyMobileScreen,
)
const VerifyOtpScreen = screen(async () => (await import('./screens/verify-otp/verify-otp-screen.tsx')).VerifyOtpScreen)
const SignOutScreen = screen(async () => (await import('./screens/sign-out/sign-out-screen.tsx')).SignOutScreen)
const SettingsScreen = screen(async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen)
const LegalScreen = leanScreen(async () => (await import('./screens/legal/legal-screen.tsx')).LegalScreen)
const NotFoundScreen = leanScreen(async () => (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen)

/** The screens of spec §2, in its order. */
const ROUTES: Row[] = [
  { path: paths.home, access: 'open', screen: ExploreScreen, title: t('navs:titles.explore') },
  { path: paths.createNft, access: 'protected', screen: CreateScreen, title: t('navs:titles.create') },
  { path: '/app/nft/view/:nftId', access: 'open', screen: NftScreen },
  { path: '/app/nft/sell/:nftId', access: 'protected', screen: SellScreen, title: t('navs:titles.sell') },
  { path: '/app/user/:userId', access: 'open', screen: ProfileScreen },
  { path: paths.collection, access: 'protected', screen: CollectionScreen, title: t('navs:titles.collection') },
  { path: paths.dashboard, access: 'protected', screen: DashboardScreen, title: t('navs:titles.dashboard') },
  { path: paths.orders, access: 'protected', screen: OrdersScreen, title: t('navs:titles.orders') },
  { path: '/app/orders/:paymentId', access: 'protected', screen: OrderScreen, title: t('navs:titles.order') },
  { path: paths.wishlist, access: 'protected', screen: WishlistScreen, title: t('navs:titles.wishlist') },
  { path: paths.signIn, access: 'restricted', screen: SignInScreen, title: t('navs:titles.signIn') },
  { path: paths.register, access: 'restricted', screen: RegisterScreen, title: t('navs:titles.register') },
  {
    path: '/app/register/success',
    access: 'restricted',
    screen: RegisterSuccessScreen,
    title: t('navs:titles.registerSuccess'),
  },
  { path: paths.verifyEmail, access: 'open', screen: VerifyEmailScreen, title: t('navs:titles.verifyEmail') },
  { path: paths.forgot, access: 'restricted', screen: ForgotScreen, title: t('navs:titles.forgot') },
  { path: paths.resetPassword, access: 'mailed', screen: ResetPasswordScreen, title: t('navs:titles.resetPassword') },
  { path: paths.signOut, access: 'open', screen: SignOutScreen, title: t('navs:titles.signOut') },
  { path: paths.verifyMobile, access: 'halfway', screen: VerifyMobileScreen, title: t('navs:titles.verifyMobile') },
  { path: paths.addMobile, access: 'halfway', screen: AddMobileScreen, title: t('navs:titles.addMobile') },
  { path: paths.verifyOtp, access: 'temporary', screen: VerifyOtpScreen, title: t('navs:titles.verifyOtp') },
  { path: '/app/settings/*', access: 'protected', screen: SettingsScreen, title: t('navs:titles.settings') },
  { path: '/about', access: 'open', screen: LegalScreen },
  { path: '/blog', access: 'open', screen: LegalScreen },
  { path: '/terms', access: 'open', screen: LegalScreen },
  { path: '/privacy', access: 'open', screen: LegalScreen },
  { path: '/faq', access: 'open', screen: LegalScreen },
  { path: '*', access: 'open', screen: NotFoundScreen, title: t('navs:titles.notFound') },
]

/** Loads the screen of an address, so that it can be there with the first render. */
export async function preloadScreen(pathname: string): Promise<void> {
  const path = pathname === '/' || pathname === '/app' ? paths.home : pathname
  await ROUTES.find((row) => matchPath(row.path, path))?.screen.preload()
}

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
  const { pathname } = useLocation()
  return (
    <Guard access={access}>
      <Boundary place={pathname}>
        <Suspense fallback={<ScreenLoading />}>
          <Component />
        </Suspense>
      </Boundary>
    </Guard>
  )
}

const ScreenLoading = () => (
  <div className="min-h-[80dvh]">
    <SpinnerOverlay />
  </div>
)
