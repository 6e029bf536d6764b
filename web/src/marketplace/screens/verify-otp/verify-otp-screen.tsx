import type { TokenPair } from '@verso/protocol/auth'
import { KeyRound } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useSendMobileCode, useVerifyOtp } from '../../../api/auth.ts'
import { signInWithPasskey } from '../../../api/factors.ts'
import { startFullSession, takeDestination } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { AccountCard, OutboxHint } from '../../../account/account-card.tsx'
import { CodeForm } from '../../../account/code-form.tsx'
import { OtherFactors } from '../../../account/other-factors.tsx'
import { paths } from '../../paths.ts'

/** The second half of a sign-in: the code opens the full session (spec §4). */
export function VerifyOtpScreen() {
  const { data: me } = useMe()
  const navigate = useNavigate()
  const send = useSendMobileCode()
  const verify = useVerifyOtp()
  const enter = async (tokens: TokenPair) => {
    startFullSession(tokens)
    await navigate(takeDestination() ?? paths.home, { replace: true })
  }
  const onVerify = async (code: string) => enter(await verify.mutateAsync(code))
  return (
    <AccountCard
      title={t('auth:verifyOtp.title')}
      lead={me?.phone ? t('auth:verifyOtp.lead', { phone: me.phone }) : t('auth:verifyOtp.leadWithoutPhone')}
      icon={<KeyRound size={26} />}
      footer={
        <Link to={paths.signOut} className="link">
          {t('auth:verifyOtp.otherAccount')}
        </Link>
      }
    >
      <CodeForm submitLabel={t('auth:verifyOtp.submit')} onVerify={onVerify} onResend={() => send.mutateAsync({})} />
      <OtherFactors onPasskey={async () => enter(await signInWithPasskey())} onRecoveryCode={onVerify} />
      <OutboxHint />
    </AccountCard>
  )
}
