import '../styles/marketplace.css'
import { addressOf, afterRedirect } from '@verso/protocol/pages/pages'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { signOutNow } from '../identity/sign-out-now.ts'
import { onStepUpNeeded } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { pageSession } from '../api/session.ts'
import { AppFrame } from '../app-frame.tsx'
import { dropServiceWorkers } from '../lib/browser/drop-service-workers.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { warmOverlays } from '../ui/overlays/toast.ts'
import { MarketplaceRoutes, preloadScreen } from './routes.tsx'
import { openSearchByKey } from './shell/open-search.ts'

void dropServiceWorkers()
onStepUpNeeded(async () => {
  await loadTexts()
  return (await import('../identity/step-up.tsx')).askForStepUp()
})
warmOverlays()
addEventListener('keydown', openSearchByKey)
// Not needed for the first paint: no focus can be lost before the first interaction.
const keepFocus = () => import('../lib/browser/keep-focus.ts').then((part) => part.keepFocus())
addEventListener('focusin', () => void keepFocus().catch(() => undefined), { once: true })

// Before anything is drawn, so that nothing is asked with a session that is about to end.
if (afterRedirect(location.pathname) === addressOf('signOut')) signOutNow()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

// The first picture of the page stays until the screen can take its place. Each step is a task of its own, and the first
// render goes in pieces, so that a slow phone can answer a tap in between.
setTimeout(async () => {
  const session = pageSession()
  await preloadScreen(location.pathname).catch(() => undefined)
  // Another tab has signed out or in meanwhile: the answers belong to another session (session-watcher.tsx).
  if (pageSession() !== session) queryClient.clear()
  startTransition(() =>
    createRoot(root).render(
      <AppFrame signOutPath={addressOf('signOut')}>
        <MarketplaceRoutes />
      </AppFrame>,
    ),
  )
})
