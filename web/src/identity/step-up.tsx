import { ApiError } from '../api/api-error.ts'
import { sendStepUpCode, useResendStepUpCode, verifyStepUp } from '../api/identity/auth.ts'
import { stepUpWithPasskey } from '../api/identity/factors.ts'
import { errorMessage } from '../lib/error-message.ts'
import { t } from '../lib/i18n.ts'
import { startCountdown } from '../lib/use-countdown.ts'
import { openModal } from '../ui/overlays/modal.ts'
import { CodeForm } from './code-form.tsx'
import { noteSent, resendCodeKey } from './last-sent.ts'
import { OtherFactors, useHasFactor } from './other-factors.tsx'

const RESEND_KEY = resendCodeKey('STEP_UP', 'me')

let pending: Promise<boolean> | null = null

/** Asks for a second factor; true once it was given. Calls that need it at the same time share one question. */
export function askForStepUp(): Promise<boolean> {
  pending ??= sendAndAsk().finally(() => {
    pending = null
  })
  return pending
}

async function sendAndAsk(): Promise<boolean> {
  const failure = await sendFirstCode()
  // Without a session no code can be asked for: the page is on its way to the sign-out.
  if (failure instanceof ApiError && failure.status === 401) return false
  return new Promise((resolve) => {
    openModal({
      title: t('auth:stepUp.title'),
      onClosed: () => resolve(false),
      render: (close) => (
        <StepUpForm
          failure={failure}
          onVerified={() => {
            close()
            resolve(true)
          }}
        />
      ),
    })
  })
}

/** @returns why no code was sent, if none was; one of an authenticator, a passkey or a recovery code will do all the same */
async function sendFirstCode(): Promise<unknown> {
  try {
    await sendStepUpCode()
    noteSent(RESEND_KEY)
    return undefined
  } catch (error) {
    const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
    startCountdown(RESEND_KEY, waitSeconds ?? 0)
    return error
  }
}

const orApp = (isSent: boolean) => (isSent ? 'auth:stepUp.sentOrApp' : 'auth:stepUp.unsentOrApp')
const bySms = (isSent: boolean) => (isSent ? 'auth:stepUp.sent' : 'auth:stepUp.unsent')

function StepUpForm({ failure, onVerified }: { failure: unknown; onVerified: () => void }) {
  const resend = useResendStepUpCode()
  const hasAuthenticator = useHasFactor('TOTP')
  const isSent = !failure || resend.isSuccess
  const verify = async (code: string) => {
    await verifyStepUp(code)
    onVerified()
  }
  const verifyByPasskey = async () => {
    await stepUpWithPasskey()
    onVerified()
  }
  return (
    <div className="mt-2 flex flex-col gap-4">
      <p>{t(hasAuthenticator ? orApp(isSent) : bySms(isSent))}</p>
      <CodeForm
        submitLabel={t('auth:stepUp.confirm')}
        onVerify={verify}
        onResend={() => resend.mutateAsync()}
        storageKey={RESEND_KEY}
        failure={isSent ? undefined : errorMessage(failure, t('auth:toasts.otpSendError'))}
      />
      <OtherFactors onPasskey={verifyByPasskey} onRecoveryCode={verify} />
    </div>
  )
}
