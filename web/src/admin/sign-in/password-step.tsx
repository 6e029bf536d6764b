import { addressOf } from '@verso/protocol/pages/pages'
import { CenteredCard } from '../../identity/centered-card.tsx'
import { SignInForm } from '../../identity/sign-in-form.tsx'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { Notice } from '../../ui/notice.tsx'

type PasswordStepProps = {
  onSubmit: (credentials: { username: string; password: string }) => Promise<void>
  /** Why the last visit ended. */
  message: string | undefined
}

export function PasswordStep({ onSubmit, message }: PasswordStepProps) {
  const marketplace = useSettings().data?.public_url
  return (
    <CenteredCard title={t('admin:signIn.title')} lead={t('admin:signIn.lead')}>
      <Notice>{message}</Notice>
      <SignInForm onSubmit={onSubmit}>
        {marketplace && (
          <a
            href={marketplace + addressOf('forgot', { from: 'admin' })}
            className="link self-center py-1 text-sm text-fg2"
          >
            {t('admin:signIn.forgot')}
          </a>
        )}
      </SignInForm>
    </CenteredCard>
  )
}
