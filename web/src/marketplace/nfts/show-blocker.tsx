import type { Chain } from '@verso/protocol/chains'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { formatCents } from '@verso/protocol/usd'
import { addressOf } from '@verso/protocol/pages/pages'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, type NavigateFunction } from 'react-router'
import { useCredit } from '../../api/money/credits.ts'
import { useCreateWallet, useWallets } from '../../api/wallets.ts'
import { t } from '../../lib/i18n.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import type { Blocker } from './blocker.ts'

type Options = {
  navigate: NavigateFunction
  onCancel?: () => void
  /** Present where the missing network fee can be paid with the purchase. */
  onAddFee?: () => void
  /** Called when the obstacle is gone: with `chain`, a missing wallet can be created here. */
  onMended?: () => void
  chain?: Chain
}

/** The blocking modal of a blocker: first the way that mends it in place, then the button that leads to its page. */
export function openBlocker(blocker: Blocker, options: Options): void {
  const tab = blocker === 'insufficientCredits' ? 'credits' : 'crypto-wallets'
  const mended = () => {
    close()
    options.onMended?.()
  }
  const close = openModal({
    title: t(`blockers.${blocker}.title`),
    body: (
      <>
        <p>{t(`blockers.${blocker}.text`)}</p>
        {blocker === 'insufficientCredits' ? (
          <FeeHere onMended={mended} onAddFee={options.onAddFee && (() => (close(), options.onAddFee?.()))} />
        ) : (
          options.chain && <WalletHere chain={options.chain} blocker={blocker} onMended={mended} />
        )}
      </>
    ),
    confirmLabel: t(`blockers.${blocker}.button`),
    isBlocking: true,
    isConfirmPlain: blocker === 'insufficientCredits' ? options.onAddFee !== undefined : options.chain !== undefined,
    // Its "Back" leads to what was in the way, where a draft is kept.
    onConfirm: () => options.navigate(addressOf('settingsTab', { tab }), { state: { from: createPath(location) } }),
    onCancel: options.onCancel,
  })
}

type FeeHereProps = { onMended: () => void; onAddFee: (() => void) | undefined }

/** Mends it without leaving the page: with the payment where there is one, else by a top-up. */
function FeeHere({ onMended, onAddFee }: FeeHereProps) {
  // Its window was closed, which cancels nothing: the credits may come all the same.
  const [isAwaited, setIsAwaited] = useState(false)
  const { data } = useCredit()
  const hasCome = isAwaited && data !== undefined && Math.round(data.credit * 100) >= NETWORK_FEE_CENTS
  const goOn = useEffectEvent(onMended)
  useEffect(() => {
    if (hasCome) goOn()
  }, [hasCome])
  const topup = () =>
    whenLoaded(
      () => import('../payment/open-topup.tsx'),
      ({ openTopup }) => openTopup({ onSuccess: onMended, onClose: () => setIsAwaited(true) }),
    )
  return (
    <div className="mt-4 flex flex-col gap-1">
      {onAddFee && (
        <Button size="lg" onClick={onAddFee}>
          {t('blockers.insufficientCredits.addFee', { amount: formatCents(NETWORK_FEE_CENTS) })}
        </Button>
      )}
      <button type="button" onClick={topup} className="min-h-11 rounded-sm text-left font-medium text-fg underline">
        {t('blockers.insufficientCredits.here')}
      </button>
    </div>
  )
}

type WalletHereProps = { chain: Chain; blocker: Blocker; onMended: () => void }

/** Makes the wallet, or waits for the one that is being made, and goes on as soon as it has its address. */
function WalletHere({ chain, blocker, onMended }: WalletHereProps) {
  const create = useCreateWallet()
  const { data: wallets } = useWallets()
  const wallet = wallets?.find((one) => one.chain === chain)
  const isReady = Boolean(wallet?.public_address)
  const goOn = useEffectEvent(onMended)
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])
  const isBeingMade = create.isPending || (wallet !== undefined && !create.isError) || blocker === 'walletUnavailable'
  return (
    <div className="mt-4 flex flex-col">
      <Button size="lg" isPending={isBeingMade} onClick={() => create.mutate(chain)}>
        {t(isBeingMade ? 'blockers.walletNotCreated.waiting' : 'blockers.walletNotCreated.here')}
      </Button>
    </div>
  )
}
