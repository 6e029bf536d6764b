import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { t } from '../lib/i18n.ts'
import { formatSeconds, useCountdown } from '../lib/use-countdown.ts'
import { Button } from '../ui/button.tsx'

type ResendButtonProps = {
  label: string
  onResend: () => Promise<unknown>
  isLockedAtFirst?: boolean
  /** The key under which this tab keeps when the countdown ends, so that a reload does not shorten it. */
  storageKey?: string
}

/** "Retry", locked by a countdown of 30 s after each use (docs/rules.md R51), or for as long as the server asks. */
export function ResendButton({ label, onResend, isLockedAtFirst, storageKey }: ResendButtonProps) {
  const [secondsLeft, restart] = useCountdown(isLockedAtFirst ? OTP_RETRY_SECONDS : 0, storageKey)
  const [isPending, setIsPending] = useState(false)
  const resend = async () => {
    setIsPending(true)
    try {
      await onResend()
      restart(OTP_RETRY_SECONDS)
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) restart(error.retryAfterSeconds)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button
      variant="plain"
      size="lg"
      className="w-full"
      isPending={isPending}
      disabled={secondsLeft > 0}
      onClick={() => void resend()}
    >
      {secondsLeft > 0 ? <span className="num">{t('otp.retryIn', { time: formatSeconds(secondsLeft) })}</span> : label}
    </Button>
  )
}
