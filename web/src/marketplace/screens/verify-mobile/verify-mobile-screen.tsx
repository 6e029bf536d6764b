import { MessageSquareText } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSendMobileCode, useVerifyMobile } from '../../../api/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { AccountCard, OutboxHint } from '../../../account/account-card.tsx'
import { CodeForm } from '../../../account/code-form.tsx'
import { paths } from '../../paths.ts'

/** The code that confirms the phone; then everybody signs in anew (spec §4). */
export function VerifyMobileScreen() {
  const phone = (useLocation().state as { phone?: string } | null)?.phone
  const navigate = useNavigate()
  const send = useSendMobileCode()
  const verify = useVerifyMobile()
  const onVerify = async (code: string) => {
    await verify.mutateAsync(code)
    await navigate(paths.signOut, { replace: true, state: { message: t('auth:toasts.phoneVerified') } })
  }
  return (
    <AccountCard
      title={t('auth:verifyMobile.title')}
      lead={phone ? t('auth:verifyMobile.lead', { phone }) : t('auth:verifyMobile.leadWithoutPhone')}
      icon={<MessageSquareText size={26} />}
      footer={
        <Link to={paths.addMobile} className="link">
          {t('auth:verifyMobile.changeNumber')}
        </Link>
      }
    >
      <CodeForm
        submitLabel={t('auth:verifyMobile.submit')}
        onVerify={onVerify}
        onResend={() => send.mutateAsync(phone ? { phone } : {})}
      />
      <OutboxHint />
    </AccountCard>
  )
}
