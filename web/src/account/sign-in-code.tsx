import type { TokenPair } from '@verso/protocol/auth'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import { useSendMobileCode, useVerifyOtp } from '../api/auth.ts'
import { signInWithPasskey } from '../api/factors.ts'
import { startFullSession } from '../api/session.ts'
import { useMe } from '../api/users.ts'
import { t } from '../lib/i18n.ts'
import { AccountCard, OutboxHint } from './account-card.tsx'
import { CodeForm } from './code-form.tsx'
import { OtherFactors } from './other-factors.tsx'

type SignInCodeProps = {
  signOutPath: string
  /** Where to go on, once the full session is open. */
  onDone?: () => unknown
}

/** The second half of a sign-in, on both sites: the code, or another factor, opens the full session (spec §4). */
export function SignInCode({ signOutPath, onDone }: SignInCodeProps) {
  const { data: me } = useMe()
  const send = useSendMobileCode()
  const verify = useVerifyOtp()
  const enter = async (tokens: TokenPair) => {
    startFullSession(tokens)
    await onDone?.()
  }
  const onVerify = async (code: string) => enter(await verify.mutateAsync(code))
  return (
    <AccountCard
      title={t('auth:verifyOtp.title')}
      lead={me?.phone ? t('auth:verifyOtp.lead', { phone: me.phone }) : t('auth:verifyOtp.leadWithoutPhone')}
      icon={<KeyRound size={26} />}
      footer={
        <Link to={signOutPath} className="link">
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
