import '../styles/admin.css'
import '../styles/forced-colors.css'
import '../locales/admin-texts.ts'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { createRoot } from 'react-dom/client'
import { onStepUpNeeded } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { AppFrame } from '../app-frame.tsx'
import { dropServiceWorkers } from '../lib/browser/drop-service-workers.ts'
import { keepFocus } from '../lib/browser/keep-focus.ts'
import { warmOverlays } from '../ui/overlays/toast.ts'
import { AdminRoutes } from './routes.tsx'
import { watchLostRights } from './watch-lost-rights.ts'

void dropServiceWorkers()
onStepUpNeeded(async () => (await import('../identity/step-up.tsx')).askForStepUp())
watchLostRights(queryClient)
keepFocus()
warmOverlays()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <AppFrame signOutPath={adminAddressOf('signOut')}>
    <AdminRoutes />
  </AppFrame>,
)
