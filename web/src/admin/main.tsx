import '../styles/app.css'
import '../locales/texts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { onStepUpNeeded } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { ModalHost } from '../ui/modal.tsx'
import { SpinnerHost } from '../ui/spinner-overlay.tsx'
import { warmOverlays } from '../ui/toast.ts'
import { AdminRoutes } from './routes.tsx'

onStepUpNeeded(async () => (await import('../account/step-up.tsx')).askForStepUp())
warmOverlays()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AdminRoutes />
        <ModalHost />
        <SpinnerHost />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
