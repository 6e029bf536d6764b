import { useState } from 'react'
import { sendStepUpCode, verifyStepUp } from '../api/auth.ts'
import { errorMessage } from '../lib/error-message.ts'
import { t } from '../lib/i18n.ts'
import { useCountdown, formatSeconds } from '../lib/use-countdown.ts'
import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { Button } from '../ui/button.tsx'
import { FieldNote } from '../ui/field.tsx'
import { openModal } from '../ui/modal.tsx'
import { OtpInput } from '../ui/otp-input.tsx'

let pending: Promise<boolean> | null = null

/** Asks for a second factor; true once it was given. Calls that need it at the same time share one question. */
export function askForStepUp(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    void sendStepUpCode().catch(() => undefined)
    openModal({
      title: t('auth:stepUp.title'),
      onClosed: () => resolve(false),
      render: (close) => (
        <StepUpForm
          onVerified={() => {
            close()
            resolve(true)
          }}
        />
      ),
    })
  }).finally(() => {
    pending = null
  })
  return pending
}

function StepUpForm({ onVerified }: { onVerified: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const [secondsLeft, restart] = useCountdown(OTP_RETRY_SECONDS)
  const attempt = async (work: () => Promise<unknown>, done: () => void) => {
    setError(undefined)
    setIsPending(true)
    try {
      await work()
      done()
    } catch (failure) {
      setError(errorMessage(failure, t('auth:toasts.invalidOtp')))
      setCode('')
    } finally {
      setIsPending(false)
    }
  }
  const verify = (otp: string) => void attempt(() => verifyStepUp(otp), onVerified)
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        verify(code)
      }}
    >
      <p>{t('auth:stepUp.description')}</p>
      <OtpInput
        value={code}
        onChange={setCode}
        onComplete={verify}
        isInvalid={Boolean(error)}
        disabled={isPending}
        autoFocus
        describedBy="step-up-note"
      />
      <FieldNote id="step-up-note" error={error} />
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          variant="plain"
          disabled={secondsLeft > 0 || isPending}
          onClick={() => void attempt(sendStepUpCode, () => restart())}
        >
          {secondsLeft > 0 ? t('otp.retryIn', { time: formatSeconds(secondsLeft) }) : t('auth:stepUp.send')}
        </Button>
        <Button type="submit" isPending={isPending} disabled={code.length < 6}>
          {t('auth:stepUp.confirm')}
        </Button>
      </div>
    </form>
  )
}
