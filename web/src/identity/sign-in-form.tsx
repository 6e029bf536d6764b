import { type ReactNode, useRef, useState } from 'react'
import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { ApiError } from '../api/api-error.ts'
import { useResendEmail } from '../api/identity/auth.ts'
import { formError } from '../lib/forms/form-errors.ts'
import { t } from '../lib/i18n.ts'
import { formatSeconds, useCountdown } from '../lib/use-countdown.ts'
import { useZodForm } from '../lib/forms/use-zod-form.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { isFirstFormFocused, useFirstForm } from '../lib/forms/first-form.ts'
import { resendEmailKey } from './last-sent.ts'

type SignInFormProps = {
  /** As it is known from a registration or a sign-in that is under way. */
  username?: string
  /** Throws what the server refused. */
  onSubmit: (credentials: { username: string; password: string }) => Promise<void>
  /** The way to a new password. */
  children?: ReactNode
}

/** Username and password, the first half of a sign-in; both front ends use it. */
export function SignInForm({ username = '', onSubmit, children }: SignInFormProps) {
  const form = useZodForm(async () => (await import('@verso/protocol/auth')).signInBody, {
    defaultValues: { username, password: '' },
  })
  const [failure, setFailure] = useState<{ text: string | undefined; isUnverified: boolean }>()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async (credentials) => {
    setFailure(undefined)
    try {
      await onSubmit(credentials)
    } catch (error) {
      const isUnverified = error instanceof ApiError && error.code === 'email_not_verified'
      setFailure({ text: formError(error), isUnverified })
      form.showServerErrors(error)
    }
  })
  const element = useRef<HTMLFormElement>(null)
  useFirstForm(element, {
    username: (typed) => form.setValue('username', typed),
    password: (typed) => form.setValue('password', typed),
  })
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{failure?.text && <Failure {...failure} email={form.getValues('username')} />}</Notice>
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
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
            autoFocus={username !== '' && !isFirstFormFocused()}
          />
        )}
      </Field>
      <Button type="submit" size="lg" isPending={isSubmitting}>
        {t('auth:signIn.submit')}
      </Button>
      {children}
    </form>
  )
}

/** The server's refusal; a member whose e-mail is not verified can have the link sent again here. */
type FailureProps = { text: string | undefined; isUnverified: boolean; email: string }
function Failure({ text, isUnverified, email }: FailureProps) {
  if (!isUnverified) return text
  return (
    <>
      {text} <ResendLink key={email} email={email} />
    </>
  )
}

function ResendLink({ email }: { email: string }) {
  const resend = useResendEmail()
  const [secondsLeft, restart] = useCountdown(0, resendEmailKey(email))
  const options = {
    onSuccess: () => restart(OTP_RETRY_SECONDS),
    onError: (error: Error) => error instanceof ApiError && error.retryAfterSeconds && restart(error.retryAfterSeconds),
  }
  if (secondsLeft > 0) return <span className="num">{t('otp.retryIn', { time: formatSeconds(secondsLeft) })}</span>
  return (
    <button
      type="button"
      className="link"
      aria-disabled={resend.isPending}
      onClick={() => !resend.isPending && resend.mutate({ email }, options)}
    >
      {t('auth:signIn.resend')}
    </button>
  )
}
