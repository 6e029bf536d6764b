import '../styles/marketplace.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { SessionWatcher } from '../account/session-watcher.tsx'
import { signOutNow } from '../account/sign-out-now.ts'
import { onStepUpNeeded } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { Boundary } from '../ui/boundary.tsx'
import { ModalHost } from '../ui/modal.tsx'
import { SpinnerHost } from '../ui/spinner-overlay.tsx'
import { warmOverlays } from '../ui/toast.ts'
import { paths } from './paths.ts'
import { MarketplaceRoutes, preloadScreen } from './routes.tsx'

// A service worker of an earlier version would serve old pages (spec §1).
void navigator.serviceWorker
  ?.getRegistrations()
  .then((registrations) => Promise.all(registrations.map((one) => one.unregister())))

onStepUpNeeded(async () => {
  await loadTexts()
  return (await import('../account/step-up.tsx')).askForStepUp()
})
warmOverlays()

// Before anything is drawn, so that nothing is asked with a session that is about to end.
if (['/signout', paths.signOut].includes(location.pathname)) signOutNow()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
// The first picture of the page stays until the screen can take its place.
void preloadScreen(location.pathname)
  .catch(() => undefined)
  .then(() =>
    // In pieces, so that a slow phone can answer a tap in between.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <Boundary>
            <QueryClientProvider client={queryClient}>
              <BrowserRouter>
                <SessionWatcher signOutPath={paths.signOut} />
                <MarketplaceRoutes />
                <ModalHost />
                <SpinnerHost />
              </BrowserRouter>
            </QueryClientProvider>
          </Boundary>
        </StrictMode>,
      ),
    ),
  )
