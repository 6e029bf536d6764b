import { KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import { AccountCard, OutboxHint } from '../../account/account-card.tsx'
import { CodeForm } from '../../account/code-form.tsx'
import { OtherFactors } from '../../account/other-factors.tsx'
import { signInWithPasskey } from '../../api/factors.ts'
import { useSendMobileCode, useVerifyOtp } from '../../api/auth.ts'
import { startFullSession } from '../../api/session.ts'
import { useMe } from '../../api/users.ts'
import { t } from '../../lib/i18n.ts'
import { paths } from '../paths.ts'

/** The second half of a sign-in: the code opens the full session (spec §4), and the screen around it goes on. */
export function CodeStep() {
  const { data: me } = useMe()
  const send = useSendMobileCode()
  const verify = useVerifyOtp()
  const onVerify = async (code: string) => startFullSession(await verify.mutateAsync(code))
  return (
    <AccountCard
      title={t('auth:verifyOtp.title')}
      lead={me?.phone ? t('auth:verifyOtp.lead', { phone: me.phone }) : t('auth:verifyOtp.leadWithoutPhone')}
      icon={<KeyRound size={26} />}
      footer={
        <Link to={paths.signOut} className="link">
          {t('admin:signIn.otherAccount')}
        </Link>
      }
    >
      <CodeForm submitLabel={t('auth:verifyOtp.submit')} onVerify={onVerify} onResend={() => send.mutateAsync({})} />
      <OtherFactors onPasskey={async () => startFullSession(await signInWithPasskey())} onRecoveryCode={onVerify} />
      <OutboxHint />
    </AccountCard>
  )
}
