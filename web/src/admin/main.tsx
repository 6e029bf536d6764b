import '../styles/admin.css'
import '../locales/admin-texts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { SessionWatcher } from '../account/session-watcher.tsx'
import { onStepUpNeeded } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { Boundary } from '../ui/boundary.tsx'
import { ModalHost } from '../ui/modal.tsx'
import { SpinnerHost } from '../ui/spinner-overlay.tsx'
import { warmOverlays } from '../ui/toast.ts'
import { keepFocusInRows } from './keep-focus-in-rows.ts'
import { paths } from './paths.ts'
import { AdminRoutes } from './routes.tsx'
import { watchLostRights } from './watch-lost-rights.ts'

onStepUpNeeded(async () => (await import('../account/step-up.tsx')).askForStepUp())
watchLostRights(queryClient)
keepFocusInRows()
warmOverlays()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <Boundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionWatcher signOutPath={paths.signOut} />
          <AdminRoutes />
          <ModalHost />
          <SpinnerHost />
        </BrowserRouter>
      </QueryClientProvider>
    </Boundary>
  </StrictMode>,
)
