import { addressOf } from '@verso/protocol/pages/pages'
import { MailCheck, MailX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useVerifyEmail } from '../../../api/identity/auth.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { t } from '../../../lib/i18n.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { useLinkParams } from '../../identity/use-link-params.ts'
import { isRefusal } from './is-refusal.ts'
import { ResendLink } from './resend-link.tsx'

/** The page that the link of the verification mail leads to: loading, then success or failure (docs/rules.md R52). */
export function VerifyEmailScreen() {
  const { token } = useLinkParams()
  const { mutate, isSuccess, error } = useVerifyEmail()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (!token || hasStarted.current) return
    hasStarted.current = true
    mutate(token)
  }, [token, mutate])

  if (isSuccess) return <Verified />
  if (error && !isRefusal(error)) return <NotReached error={error} onRetry={() => mutate(token)} />
  if (error || !token) return <NotVerified token={token} />
  return (
    <CenteredCard title={t('auth:verifyEmail.loading')}>
      <p role="status" className="flex items-center gap-3 text-fg2">
        <Spinner />
        {t('loading')}
      </p>
    </CenteredCard>
  )
}

const NotReached = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <CenteredCard
    title={t('auth:verifyEmail.failure')}
    lead={errorMessage(error)}
    icon={<MailX size={26} className="text-bad" />}
  >
    <Button size="lg" onClick={onRetry}>
      {t('auth:verifyEmail.retry')}
    </Button>
  </CenteredCard>
)

const Verified = () => (
  <CenteredCard
    title={t('auth:verifyEmail.success')}
    lead={t('auth:verifyEmail.successLead')}
    icon={<MailCheck size={26} />}
  >
    <ButtonLink to={addressOf('signIn')} size="lg">
      {t('auth:verifyEmail.signIn')}
    </ButtonLink>
  </CenteredCard>
)

const NotVerified = ({ token }: { token: string }) => (
  <CenteredCard
    title={t('auth:verifyEmail.failure')}
    lead={t('auth:verifyEmail.failureLead')}
    icon={<MailX size={26} className="text-bad" />}
  >
    <ResendLink token={token} />
  </CenteredCard>
)
