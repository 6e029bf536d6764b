import { Link, useLocation } from 'react-router'
import { t } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/states.tsx'
import { AccountCard } from '../../account/account-card.tsx'
import { paths } from '../../paths.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SignInScreen() {
  const { state } = useLocation()
  const message = (state as { message?: string } | null)?.message
  return (
    <AccountCard
      title={t('auth:signIn.title')}
      lead={t('auth:signIn.lead')}
      footer={
        <>
          {t('auth:signIn.noAccount')}{' '}
          <Link to={paths.register} className="link">
            {t('auth:signIn.register')}
          </Link>
        </>
      }
    >
      <Notice kind="success">{message}</Notice>
      <SignInForm />
    </AccountCard>
  )
}
