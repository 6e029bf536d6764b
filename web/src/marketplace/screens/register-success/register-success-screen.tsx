import { MailCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useResendEmail } from '../../../api/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { AccountCard, OutboxHint } from '../../../account/account-card.tsx'
import { ResendButton } from '../../../account/resend-button.tsx'
import { paths } from '../../paths.ts'

export function RegisterSuccessScreen() {
  const email = useSearchParams()[0].get('email') ?? ''
  const resend = useResendEmail()
  const lead = email ? t('auth:registerSuccess.lead', { email }) : t('auth:registerSuccess.leadWithoutEmail')
  return (
    <AccountCard
      title={t('auth:registerSuccess.title')}
      icon={<MailCheck size={26} />}
      lead={<span className="wrap-anywhere">{lead}</span>}
      footer={
        <Link to={paths.signIn} className="link">
          {t('auth:registerSuccess.toSignIn')}
        </Link>
      }
    >
      <p className="text-fg3">{t('auth:registerSuccess.hint')}</p>
      {email && (
        <ResendButton
          label={t('auth:registerSuccess.resend')}
          onResend={() => resend.mutateAsync({ email })}
          storageKey={`resendEmailAt:${email}`}
        />
      )}
      <OutboxHint />
    </AccountCard>
  )
}
