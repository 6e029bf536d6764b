import { signInBody } from '@verso/protocol/auth'
import { useState } from 'react'
import { Link } from 'react-router'
import { useResendEmail } from '../../../api/auth.ts'
import { formError } from '../../../lib/error-message.ts'
import { t } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Notice } from '../../../ui/states.tsx'
import { paths } from '../../paths.ts'
import { useSignIn } from './use-sign-in.ts'

export function SignInForm() {
  const form = useZodForm(signInBody, { defaultValues: { username: '', password: '' } })
  const signIn = useSignIn()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async (credentials) => {
    setFailure(undefined)
    try {
      await signIn(credentials)
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{failure && <Failure text={failure} email={form.getValues('username')} />}</Notice>
      <Field label={t('auth:fields.username')} error={errors.username?.message} hint={t('auth:fields.usernameHint')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('username')}
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('auth:fields.password')} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" size="lg" isPending={isSubmitting}>
        {t('auth:signIn.submit')}
      </Button>
      <Link to={paths.forgot} className="link self-center py-1 text-sm text-fg2">
        {t('auth:signIn.forgot')}
      </Link>
    </form>
  )
}

/** What the server said; whoever has not verified the e-mail yet can have the link sent again right here. */
function Failure({ text, email }: { text: string; email: string }) {
  const resend = useResendEmail()
  if (text !== t('auth:signIn.mustVerifyEmail')) return text
  return (
    <>
      {text}{' '}
      <button type="button" className="link" disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
        {t('auth:signIn.resend')}
      </button>
    </>
  )
}
