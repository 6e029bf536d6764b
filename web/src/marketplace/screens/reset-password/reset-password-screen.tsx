import { addressOf } from '@verso/protocol/pages/pages'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useResetPassword } from '../../../api/identity/auth.ts'
import { useMe } from '../../../api/users.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { fieldErrors } from '../../../lib/forms/form-errors.ts'
import { t } from '../../../lib/i18n.ts'
import { useFocusFirstError } from '../../../lib/forms/use-focus-first-error.ts'
import { useZodForm } from '../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { UsernameForPasswordManagers } from '../../../identity/username-for-password-managers.tsx'
import { useLinkParams } from '../../identity/use-link-params.ts'

/** The page that the link of the reset mail leads to; a failure shows Retry, which leads to `forgot` (docs/rules.md R52). */
export function ResetPasswordScreen() {
  const link = useLinkParams()
  const isComplete = Boolean(link.token && link.email)
  return (
    <CenteredCard title={t('auth:reset.title')} lead={t('auth:reset.lead')}>
      {isComplete ? <ResetForm {...link} /> : <Failure text={t('auth:reset.incomplete')} />}
    </CenteredCard>
  )
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const reset = useResetPassword()
  const navigate = useNavigate()
  const { data: me } = useMe()
  const form = useZodForm(async () => (await import('@verso/protocol/auth')).newPasswordForm, {
    defaultValues: { password: '', confirm_password: '' },
  })
  const focusFirstError = useFocusFirstError()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async ({ password, confirm_password }) => {
    setFailure(undefined)
    try {
      await reset.mutateAsync({ new_password: password, confirm_new_password: confirm_password, token, email })
      // The reset has ended every session of that member. Another one stays signed in here; one who is not known yet stays until a call
      // finds the session ended.
      const isOwn = me?.email.toLowerCase() === email.toLowerCase()
      await navigate(isOwn ? addressOf('signOut') : addressOf('signIn'), {
        replace: true,
        state: { message: t('auth:toasts.passwordReset') },
      })
    } catch (error) {
      // A refused password can be chosen anew with the same link; everything else needs a new one.
      const { new_password: refused } = fieldErrors(error)
      if (!refused) return setFailure(errorMessage(error))
      form.setError('password', { message: refused })
      focusFirstError()
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && <Failure text={failure} />}
      <UsernameForPasswordManagers email={email} />
      <Field label={t('auth:fields.password')} error={errors.password?.message} hint={t('auth:fields.passwordHint')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('auth:fields.confirmPassword')} error={errors.confirm_password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('confirm_password')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" isPending={isSubmitting}>
        {t('auth:reset.submit')}
      </Button>
    </form>
  )
}

function Failure({ text }: { text: string }) {
  // Of the mailed link: it lets in a member here, and so there.
  const { state } = useLocation()
  return (
    <Notice>
      {text}{' '}
      <Link to={addressOf('forgot')} state={state} className="link">
        {t('auth:reset.retry')}
      </Link>
    </Notice>
  )
}
