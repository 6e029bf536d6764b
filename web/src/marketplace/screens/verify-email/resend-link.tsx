import { useState } from 'react'
import { useResendEmail } from '../../../api/identity/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OutboxHint } from '../../../identity/centered-card.tsx'
import { EmailForm } from '../../identity/email-form.tsx'
import { isRefusal } from './is-refusal.ts'

/**
 * Retry after a failed verification: an expired link names its account by itself; for one the server does not know the page
 * asks for the address (docs/rules.md R52).
 */
export function ResendLink({ token }: { token: string }) {
  const resend = useResendEmail()
  const [needsEmail, setNeedsEmail] = useState(!token)
  if (resend.isSuccess) {
    return (
      <>
        <Notice kind="success">{t('auth:verifyEmail.sent')}</Notice>
        <OutboxHint />
      </>
    )
  }
  if (needsEmail)
    return <EmailForm label={t('auth:verifyEmail.retry')} onSend={(email) => resend.mutateAsync({ email })} />
  const retry = () => resend.mutate({ token }, { onError: (error) => setNeedsEmail(isRefusal(error)) })
  return (
    <Button size="lg" isPending={resend.isPending} onClick={retry}>
      {t('auth:verifyEmail.retry')}
    </Button>
  )
}
