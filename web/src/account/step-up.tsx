import { sendStepUpCode, useResendStepUpCode, verifyStepUp } from '../api/auth.ts'
import { stepUpWithPasskey } from '../api/factors.ts'
import { t } from '../lib/i18n.ts'
import { openModal } from '../ui/modal.tsx'
import { CodeForm } from './code-form.tsx'
import { noteSent, resendCodeKey } from './last-sent.ts'
import { OtherFactors } from './other-factors.tsx'

const RESEND_KEY = resendCodeKey('STEP_UP', 'me')

let pending: Promise<boolean> | null = null

/** Asks for a second factor; true once it was given. Calls that need it at the same time share one question. */
export function askForStepUp(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    void sendStepUpCode().catch(() => undefined)
    noteSent(RESEND_KEY)
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
  const resend = useResendStepUpCode()
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
      <p>{t('auth:stepUp.description')}</p>
      <CodeForm
        submitLabel={t('auth:stepUp.confirm')}
        onVerify={verify}
        onResend={() => resend.mutateAsync()}
        storageKey={RESEND_KEY}
      />
      <OtherFactors onPasskey={verifyByPasskey} onRecoveryCode={verify} />
    </div>
  )
}
