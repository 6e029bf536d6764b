import { t } from '../../lib/i18n.ts'
import { PageHeading } from '../../ui/panel.tsx'
import { ModerationQueue } from '../moderation/moderation-queue.tsx'
import { TestModalButton } from './test-modal-button.tsx'

/** `/`: the heading "Dashboard", the test-modal button (spec §2), and what needs a person now. */
export const DashboardScreen = () => (
  <div className="flex flex-col gap-8">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <PageHeading>{t('admin:dashboard.title')}</PageHeading>
      <TestModalButton />
    </div>
    <ModerationQueue />
  </div>
)
