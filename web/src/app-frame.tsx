import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { SessionWatcher } from './identity/session-watcher.tsx'
import { queryClient } from './api/query-client.ts'
import { BrowserRouter } from './lib/navigation/browser-router.tsx'
import { NavigateOnce } from './lib/navigation/navigate-once.tsx'
import { Boundary } from './ui/loading/boundary.tsx'
import { ModalHost } from './ui/overlays/modal-host.tsx'
import { SpinnerHost } from './ui/loading/spinner-overlay.tsx'

/** The frame around the routes of either front end. */
export const AppFrame = ({ signOutPath, children }: { signOutPath: string; children: ReactNode }) => (
  <StrictMode>
    <Boundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <NavigateOnce />
          <SessionWatcher signOutPath={signOutPath} />
          {children}
          <ModalHost />
          <SpinnerHost />
        </BrowserRouter>
      </QueryClientProvider>
    </Boundary>
  </StrictMode>
)
