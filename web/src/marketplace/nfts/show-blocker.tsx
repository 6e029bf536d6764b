import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { formatCents } from '@verso/protocol/usd'
import { addressOf } from '@verso/protocol/pages/pages'
import type { NavigateFunction } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import type { Blocker } from './blocker.ts'

type Options = { navigate: NavigateFunction; onCancel?: () => void; onAddFee?: () => void }

/** The blocking modal of a blocker, with the button that leads to its mend. */
export function openBlocker(blocker: Blocker, options: Options): void {
  const tab = blocker === 'insufficientCredits' ? 'credits' : 'crypto-wallets'
  const close = openModal({
    title: t(`blockers.${blocker}.title`),
    body: (
      <>
        <p>{t(`blockers.${blocker}.text`)}</p>
        {blocker === 'insufficientCredits' && <FeeHere onDone={() => close()} onAddFee={options.onAddFee} />}
      </>
    ),
    confirmLabel: t(`blockers.${blocker}.button`),
    isBlocking: true,
    isConfirmPlain: options.onAddFee !== undefined && blocker === 'insufficientCredits',
    onConfirm: () => options.navigate(addressOf('settingsTab', { tab })),
    onCancel: options.onCancel,
  })
}

/** Mends it without leaving the page: with the payment where there is one, else by a top-up. */
function FeeHere({ onDone, onAddFee }: { onDone: () => void; onAddFee: (() => void) | undefined }) {
  const topup = () =>
    whenLoaded(
      () => import('../payment/open-topup.tsx'),
      ({ openTopup }) => openTopup({ onSuccess: onDone }),
    )
  const addFee = () => {
    onDone()
    onAddFee?.()
  }
  return (
    <div className="mt-4 flex flex-col gap-1">
      {onAddFee && (
        <Button size="lg" onClick={addFee}>
          {t('blockers.insufficientCredits.addFee', { amount: formatCents(NETWORK_FEE_CENTS) })}
        </Button>
      )}
      <button type="button" onClick={topup} className="min-h-11 rounded-sm text-left font-medium text-fg underline">
        {t('blockers.insufficientCredits.here')}
      </button>
    </div>
  )
}
