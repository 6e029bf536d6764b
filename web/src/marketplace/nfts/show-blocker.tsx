import { addressOf } from '@verso/protocol/pages/pages'
import type { NavigateFunction } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import { openModal } from '../../ui/overlays/modal.ts'
import type { Blocker } from './blocker.ts'

type Options = { navigate: NavigateFunction; onCancel?: () => void }

/** The blocking modal of a blocker, with the button that leads to its mend. */
export function openBlocker(blocker: Blocker, options: Options): void {
  const tab = blocker === 'insufficientCredits' ? 'credits' : 'crypto-wallets'
  const close = openModal({
    title: t(`blockers.${blocker}.title`),
    body: (
      <>
        <p>{t(`blockers.${blocker}.text`)}</p>
        {blocker === 'insufficientCredits' && <TopupHere onSuccess={() => close()} />}
      </>
    ),
    confirmLabel: t(`blockers.${blocker}.button`),
    isBlocking: true,
    onConfirm: () => options.navigate(addressOf('settingsTab', { tab })),
    onCancel: options.onCancel,
  })
}

/** Mends it without leaving the page. */
function TopupHere({ onSuccess }: { onSuccess: () => void }) {
  const topup = () =>
    whenLoaded(
      () => import('../payment/open-topup.tsx'),
      ({ openTopup }) => openTopup({ onSuccess }),
    )
  return (
    <button type="button" onClick={topup} className="mt-2 min-h-11 rounded-sm font-medium text-fg underline">
      {t('blockers.insufficientCredits.here')}
    </button>
  )
}
