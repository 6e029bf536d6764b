import type { Wallet } from '@verso/protocol/money/accounts'
import { WALLET_RETRY_MS } from '@verso/protocol/limits'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { useRetryWalletAddress } from '../../../../api/wallets.ts'
import { t } from '../../../../lib/i18n.ts'
import { formatSeconds, useSecondsUntil } from '../../../../lib/use-countdown.ts'
import { Button } from '../../../../ui/button.tsx'

/** Asks again for the address: 5 minutes minus 1 second after the creation (docs/rules.md R93), or when the server says so. */
export function WalletRetryButton({ wallet }: { wallet: Wallet }) {
  const retry = useRetryWalletAddress()
  // A clock that is ahead of the server's asks too early.
  const [refusedUntilMs, setRefusedUntilMs] = useState(0)
  const seconds = useSecondsUntil(Math.max(Date.parse(wallet.created_at) + WALLET_RETRY_MS, refusedUntilMs))
  const wait = (error: Error) => {
    if (error instanceof ApiError && error.retryAfterSeconds)
      setRefusedUntilMs(Date.now() + error.retryAfterSeconds * 1000)
  }
  return (
    <Button
      variant="plain"
      size="sm"
      disabled={seconds > 0}
      isPending={retry.isPending}
      onClick={() => retry.mutate(wallet.id, { onError: wait })}
    >
      <RefreshCw size={15} aria-hidden />
      <span className="num">{seconds > 0 ? t('otp.retryIn', { time: formatSeconds(seconds) }) : t('otp.retry')}</span>
    </Button>
  )
}
