import { addressOf } from '@verso/protocol/pages/pages'
import { useLocation } from 'react-router'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { knownEmail } from '../../../identity/known-email.ts'
import { SignInForm } from '../../../identity/sign-in-form.tsx'
import { t } from '../../../lib/i18n.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WhyNotice } from '../../identity/why-notice.tsx'
import { useSignIn } from './use-sign-in.ts'

export function SignInScreen() {
  const { state } = useLocation()
  const message = (state as { message?: string } | null)?.message
  return (
    <CenteredCard
      title={t('auth:signIn.title')}
      lead={t('auth:signIn.lead')}
      footer={
        <>
          {t('auth:signIn.noAccount')}{' '}
          <Link to={addressOf('register')} className="link">
            {t('auth:signIn.register')}
          </Link>
        </>
      }
    >
      <Notice kind="success">{message}</Notice>
      <WhyNotice />
      <SignInForm username={knownEmail()} onSubmit={useSignIn()}>
        <Link to={addressOf('forgot')} className="link self-center py-1 text-sm text-fg2">
          {t('auth:signIn.forgot')}
        </Link>
      </SignInForm>
    </CenteredCard>
  )
}
