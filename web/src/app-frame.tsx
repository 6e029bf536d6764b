import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { SessionWatcher } from './account/session-watcher.tsx'
import { queryClient } from './api/query-client.ts'
import { BrowserRouter } from './lib/browser-router.tsx'
import { NavigateOnce } from './lib/navigate-once.tsx'
import { Boundary } from './ui/boundary.tsx'
import { ModalHost } from './ui/modal-host.tsx'
import { SpinnerHost } from './ui/spinner-overlay.tsx'

/** What is around the routes of either front end. */
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
