import { addressOf } from '@verso/protocol/pages/pages'
import { MessageSquareText } from 'lucide-react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useSendMobileCode, useVerifyMobile } from '../../../api/identity/auth.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { CenteredCard, OutboxHint } from '../../../identity/centered-card.tsx'
import { CodeForm } from '../../../identity/code-form.tsx'
import { resendCodeKey } from '../../../identity/last-sent.ts'
import { Link } from '../../../ui/link.tsx'
import { WhyNotice } from '../../identity/why-notice.tsx'
import { SpinnerOverlay } from '../../../ui/loading/spinner-overlay.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'

/** The code that confirms the phone; then everybody signs in anew (docs/rules.md R43). */
export function VerifyMobileScreen() {
  const phone = (useLocation().state as { phone?: string } | null)?.phone
  const { data: me, error, refetch } = useMe()
  // Without a number no code was sent.
  if (!phone) return <Navigate to={addressOf('addMobile')} replace />
  if (me) return <MobileCode phone={phone} memberId={me.id} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SpinnerOverlay />
}

function MobileCode({ phone, memberId }: { phone: string; memberId: string }) {
  const navigate = useNavigate()
  const send = useSendMobileCode()
  const verify = useVerifyMobile()
  const onVerify = async (code: string) => {
    await verify.mutateAsync(code)
    await navigate(addressOf('signOut'), { replace: true, state: { message: t('auth:toasts.phoneVerified') } })
  }
  return (
    <CenteredCard
      title={t('auth:verifyMobile.title')}
      lead={t('auth:verifyMobile.lead', { phone })}
      icon={<MessageSquareText size={26} />}
      footer={
        <Link to={addressOf('addMobile')} className="link">
          {t('auth:verifyMobile.changeNumber')}
        </Link>
      }
    >
      <WhyNotice />
      <CodeForm
        submitLabel={t('auth:verifyMobile.submit')}
        onVerify={onVerify}
        onResend={() => send.mutateAsync({ phone })}
        storageKey={resendCodeKey('VERIFY_MOBILE', memberId)}
      />
      <OutboxHint />
    </CenteredCard>
  )
}
