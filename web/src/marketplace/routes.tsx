import { afterRedirect, PAGES, type PageName, REDIRECTS } from '@verso/protocol/pages/pages'
import { type ComponentType, Suspense } from 'react'
import { matchPath, Navigate, type Params, Route, Routes, useLocation } from 'react-router'
import { NEWEST_LISTED, nftList, oneNft } from '../api/nfts/nfts.ts'
import { queryClient } from '../api/query-client.ts'
import { publicSettings } from '../api/settings.ts'
import { tabOf, tabQuery } from '../api/nfts/profile-nfts.ts'
import { sessionKind } from '../api/session.ts'
import { oneUser } from '../api/users.ts'
import { type TextKey, t } from '../lib/i18n.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { useDocumentTitle } from '../lib/navigation/use-document-title.ts'
import { Boundary } from '../ui/loading/boundary.tsx'
import { type LazyPart, lazyPart } from '../ui/loading/lazy-part.tsx'
import { SpinnerOverlay } from '../ui/loading/spinner-overlay.tsx'
import { type Access, Guard } from './guards.tsx'
import { Shell } from './shell/shell.tsx'

type TitleKey = TextKey extends infer Key ? (Key extends `navs:titles.${infer Name}` ? Name : never) : never

type Row = {
  access: Access
  screen: LazyPart<object>
  /** After what it shows; the title of every other one is the page's. */
  namesItself?: true
  /** Brings what the screen shows at first into the query cache; never rejects. */
  firstData?: (params: Params) => Promise<unknown>
}

/** The texts come first: modules say `t(…)` while they are evaluated. */
const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyPart(async () => {
    await loadTexts()
    return load()
  }, name)
/** One that needs no more than the texts of the shell. */
const leanScreen = lazyPart

const ExploreScreen = leanScreen(() => import('./screens/explore/explore-screen.tsx'), 'ExploreScreen')
const NftScreen = screen(() => import('./screens/nft/nft-screen.tsx'), 'NftScreen')
const CreateScreen = screen(() => import('./screens/create/create-screen.tsx'), 'CreateScreen')
const CollectionScreen = screen(() => import('./screens/collection/collection-screen.tsx'), 'CollectionScreen')
const ProfileScreen = screen(() => import('./screens/profile/profile-screen.tsx'), 'ProfileScreen')
const SellScreen = screen(() => import('./screens/sell/sell-screen.tsx'), 'SellScreen')
const OrdersScreen = screen(() => import('./screens/orders/orders-screen.tsx'), 'OrdersScreen')
const OrderScreen = screen(() => import('./screens/order/order-screen.tsx'), 'OrderScreen')
const WishlistScreen = screen(() => import('./screens/wishlist/wishlist-screen.tsx'), 'WishlistScreen')
const NotificationsScreen = screen(
  () => import('./screens/notifications/notifications-screen.tsx'),
  'NotificationsScreen',
)
const DashboardScreen = screen(() => import('./screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen')
const SignInScreen = screen(() => import('./screens/sign-in/sign-in-screen.tsx'), 'SignInScreen')
const RegisterScreen = screen(() => import('./screens/register/register-screen.tsx'), 'RegisterScreen')
const RegisterSuccessScreen = screen(
  () => import('./screens/register-success/register-success-screen.tsx'),
  'RegisterSuccessScreen',
)
const VerifyEmailScreen = screen(() => import('./screens/verify-email/verify-email-screen.tsx'), 'VerifyEmailScreen')
const ForgotScreen = screen(() => import('./screens/forgot/forgot-screen.tsx'), 'ForgotScreen')
const ResetPasswordScreen = screen(
  () => import('./screens/reset-password/reset-password-screen.tsx'),
  'ResetPasswordScreen',
)
const UnsubscribeScreen = screen(() => import('./screens/unsubscribe/unsubscribe-screen.tsx'), 'UnsubscribeScreen')
const AddMobileScreen = screen(() => import('./screens/add-mobile/add-mobile-screen.tsx'), 'AddMobileScreen')
const VerifyMobileScreen = screen(
  () => import('./screens/verify-mobile/verify-mobile-screen.tsx'),
  'VerifyMobileScreen',
)
const VerifyOtpScreen = screen(() => import('./screens/verify-otp/verify-otp-screen.tsx'), 'VerifyOtpScreen')
const SignOutScreen = screen(() => import('./screens/sign-out/sign-out-screen.tsx'), 'SignOutScreen')
const SettingsScreen = screen(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen')
const LegalScreen = screen(() => import('./screens/legal/legal-screen.tsx'), 'LegalScreen')
const NotFoundScreen = screen(() => import('./screens/not-found/not-found-screen.tsx'), 'NotFoundScreen')

const LEGAL: Row & { namesItself: true } = { access: 'open', screen: LegalScreen, namesItself: true }

/** The screen of every page; the tabs of the settings are one. */
const SCREENS: {
  [Page in Exclude<PageName, 'settingsTab'>]: Row & (Page extends TitleKey ? unknown : { namesItself: true })
} = {
  home: {
    access: 'open',
    screen: ExploreScreen,
    firstData: async () => location.search || queryClient.prefetchInfiniteQuery(nftList(NEWEST_LISTED)),
  },
  createNft: { access: 'protected', screen: CreateScreen },
  nft: {
    access: 'open',
    screen: NftScreen,
    namesItself: true,
    firstData: ({ nftId = '' }) => queryClient.prefetchQuery(oneNft(nftId)),
  },
  sell: { access: 'protected', screen: SellScreen },
  user: {
    access: 'open',
    screen: ProfileScreen,
    namesItself: true,
    firstData: ({ userId = '' }) => Promise.all([queryClient.prefetchQuery(oneUser(userId)), firstNfts(userId)]),
  },
  collection: { access: 'protected', screen: CollectionScreen },
  dashboard: { access: 'protected', screen: DashboardScreen },
  orders: { access: 'protected', screen: OrdersScreen },
  order: { access: 'protected', screen: OrderScreen },
  wishlist: { access: 'protected', screen: WishlistScreen },
  notifications: { access: 'protected', screen: NotificationsScreen },
  signIn: { access: 'restricted', screen: SignInScreen },
  register: { access: 'restricted', screen: RegisterScreen },
  registerSuccess: { access: 'restricted', screen: RegisterSuccessScreen },
  verifyEmail: { access: 'open', screen: VerifyEmailScreen },
  forgot: { access: 'mailed', screen: ForgotScreen },
  resetPassword: { access: 'mailed', screen: ResetPasswordScreen },
  unsubscribe: { access: 'open', screen: UnsubscribeScreen },
  signOut: { access: 'open', screen: SignOutScreen },
  verifyMobile: { access: 'halfway', screen: VerifyMobileScreen },
  addMobile: { access: 'halfway', screen: AddMobileScreen },
  verifyOtp: { access: 'temporary', screen: VerifyOtpScreen },
  settings: { access: 'protected', screen: SettingsScreen },
  about: LEGAL,
  blog: LEGAL,
  terms: LEGAL,
  privacy: LEGAL,
  faq: LEGAL,
}
const ROUTES: [path: string, row: Row, title: string][] = [
  ...Object.entries(SCREENS).map(([page, row]): [string, Row, string] => [PAGES[page as PageName], row, page]),
  ['*', { access: 'open', screen: NotFoundScreen }, 'notFound'],
]

/** Of a member's profile: which tab one starts at depends on whose it is, if the address does not say. */
async function firstNfts(userId: string): Promise<void> {
  const tab = tabOf(new URLSearchParams(location.search)) ?? (sessionKind() === 'visitor' ? 'created' : undefined)
  if (tab) await queryClient.prefetchInfiniteQuery(nftList({ ...tabQuery(userId, tab), sort: '-updated_at' }))
}

/** How long a screen whose code has arrived waits for its data before it shows itself without. */
const DATA_WAIT_MS = 300

/**
 * Loads the screen of an address, its data and the settings, so that all is there with the first render: it is drawn once, and
 * in pieces, where an answer that arrives later is drawn in one go.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  for (const [path, { screen, firstData }] of ROUTES) {
    const match = matchPath(path, afterRedirect(pathname))
    if (!match) continue
    const data = Promise.all([firstData?.(match.params), queryClient.prefetchQuery(publicSettings)])
    await screen.preload()
    await Promise.race([data, new Promise((resolve) => setTimeout(resolve, DATA_WAIT_MS))])
    return
  }
}

export function MarketplaceRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {REDIRECTS.map((path) => (
          <Route key={path} path={path} element={<Navigate to={afterRedirect(path)} replace />} />
        ))}
        {ROUTES.map(([path, row, title]) => (
          <Route key={path} path={path} element={<Screen {...row} title={title as TitleKey} />} />
        ))}
      </Route>
    </Routes>
  )
}

function Screen({ access, screen: Component, namesItself, title }: Row & { title: TitleKey }) {
  const { pathname } = useLocation()
  return (
    <Guard access={access}>
      <Boundary place={pathname}>
        <Suspense fallback={<ScreenLoading />}>
          <Component />
          {!namesItself && <Title of={title} />}
        </Suspense>
      </Boundary>
    </Guard>
  )
}

/** Beside the screen, as its texts come with it. */
function Title({ of }: { of: TitleKey }) {
  useDocumentTitle(t(`navs:titles.${of}`))
  return null
}

const ScreenLoading = () => (
  <div className="min-h-[80dvh]">
    <SpinnerOverlay />
  </div>
)
