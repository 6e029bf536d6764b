import { t } from '../../lib/i18n.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AnyNftsPanel } from './any-nfts-panel.tsx'
import { ModerationQueue } from './moderation-queue.tsx'

/** The queue with its reports and duplicates, and any NFT to take down or restore. */
export const ModerationScreen = () => (
  <div className="flex flex-col gap-6">
    <PageHeading>{t('admin:moderation.title')}</PageHeading>
    <ModerationQueue />
    <AnyNftsPanel />
  </div>
)
