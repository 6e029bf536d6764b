import type { TokenPair } from '@verso/protocol/auth'
import { KeyRound } from 'lucide-react'
import { useSendMobileCode, useVerifyOtp } from '../api/identity/auth.ts'
import { signInWithPasskey } from '../api/identity/factors.ts'
import { startFullSession } from '../api/session.ts'
import { useMe } from '../api/users.ts'
import { t } from '../lib/i18n.ts'
import { Link } from '../ui/link.tsx'
import { SpinnerOverlay } from '../ui/loading/spinner-overlay.tsx'
import { ErrorState } from '../ui/loading/states.tsx'
import { CenteredCard, OutboxHint } from './centered-card.tsx'
import { CodeForm } from './code-form.tsx'
import { forgetEmail } from './known-email.ts'
import { resendCodeKey } from './last-sent.ts'
import { OtherFactors, useHasFactor } from './other-factors.tsx'

/** The second half of a sign-in, on both sites: the code, or another factor, opens the full session (docs/rules.md R45). */
export function SignInCode({ signOutPath }: { signOutPath: string }) {
  const { data: me, error, refetch } = useMe()
  const hasAuthenticator = useHasFactor('TOTP')
  const send = useSendMobileCode()
  const verify = useVerifyOtp()
  // The guards lead on from here: a full session leaves this screen.
  const enter = (tokens: TokenPair) => {
    forgetEmail()
    startFullSession(tokens)
  }
  const onVerify = async (code: string) => enter(await verify.mutateAsync(code))
  if (!me) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SpinnerOverlay />
  return (
    <CenteredCard
      title={t('auth:verifyOtp.title')}
      lead={t(hasAuthenticator ? 'auth:verifyOtp.leadOrApp' : 'auth:verifyOtp.lead', {
        phone: me.phone ?? t('auth:verifyOtp.yourPhone'),
      })}
      icon={<KeyRound size={26} />}
      footer={
        <Link to={signOutPath} onClick={forgetEmail} className="link">
          {t('auth:verifyOtp.otherAccount')}
        </Link>
      }
    >
      <CodeForm
        submitLabel={t('auth:verifyOtp.submit')}
        onVerify={onVerify}
        onResend={() => send.mutateAsync({})}
        storageKey={resendCodeKey('SIGN_IN', me.id)}
      />
      <OtherFactors onPasskey={async () => enter(await signInWithPasskey())} onRecoveryCode={onVerify} />
      <OutboxHint />
    </CenteredCard>
  )
}
