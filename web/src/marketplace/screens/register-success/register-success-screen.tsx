import { addressOf } from '@verso/protocol/pages/pages'
import { MailCheck } from 'lucide-react'
import { useResendEmail } from '../../../api/identity/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { CenteredCard, OutboxHint } from '../../../identity/centered-card.tsx'
import { noteSent, resendEmailKey } from '../../../identity/last-sent.ts'
import { ResendButton } from '../../../identity/resend-button.tsx'
import { useSearchParams } from '../../../lib/navigation/use-search-params.ts'
import { Link } from '../../../ui/link.tsx'
import { EmailForm } from '../../identity/email-form.tsx'

export function RegisterSuccessScreen() {
  const [search, setSearch] = useSearchParams()
  const email = search.get('email') ?? ''
  const resend = useResendEmail()
  const sendTo = async (address: string) => {
    await resend.mutateAsync({ email: address })
    noteSent(resendEmailKey(address))
    setSearch({ email: address }, { replace: true })
  }
  const lead = email ? t('auth:registerSuccess.lead', { email }) : t('auth:registerSuccess.leadWithoutEmail')
  return (
    <CenteredCard
      title={t('auth:registerSuccess.title')}
      icon={<MailCheck size={26} />}
      lead={<span className="wrap-anywhere">{lead}</span>}
      footer={
        <Link to={addressOf('signIn')} className="link">
          {t('auth:registerSuccess.toSignIn')}
        </Link>
      }
    >
      <p className="text-fg3">{t('auth:registerSuccess.hint')}</p>
      {email ? (
        <ResendButton
          key={email}
          label={t('auth:registerSuccess.resend')}
          onResend={() => resend.mutateAsync({ email })}
          storageKey={resendEmailKey(email)}
        />
      ) : (
        <EmailForm label={t('auth:registerSuccess.resend')} onSend={sendTo} />
      )}
      <OutboxHint />
    </CenteredCard>
  )
}
