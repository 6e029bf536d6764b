import { addressOf } from '@verso/protocol/pages/pages'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRegister } from '../../../api/identity/auth.ts'
import { formError } from '../../../lib/forms/form-errors.ts'
import { t } from '../../../lib/i18n.ts'
import { useFirstForm } from '../../../lib/forms/first-form.ts'
import { useZodForm } from '../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/fields/field.tsx'
import { Checkbox } from '../../../ui/fields/toggles.tsx'
import { Link } from '../../../ui/link.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { rememberEmail } from '../../../identity/known-email.ts'
import { WhyNotice } from '../../identity/why-notice.tsx'

export function RegisterScreen() {
  return (
    <CenteredCard
      title={t('auth:register.title')}
      lead={t('auth:register.lead')}
      footer={
        <>
          {t('auth:register.haveAccount')}{' '}
          <Link to={addressOf('signIn')} className="link">
            {t('auth:register.signIn')}
          </Link>
        </>
      }
    >
      <WhyNotice />
      <RegisterForm />
    </CenteredCard>
  )
}

function RegisterForm() {
  const navigate = useNavigate()
  const register = useRegister()
  const defaultValues = { email: '', password: '', confirm_password: '', terms: false }
  const form = useZodForm(async () => (await import('@verso/protocol/auth')).registerBody, { defaultValues })
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async (registration) => {
    setFailure(undefined)
    try {
      const { email } = await register.mutateAsync(registration)
      rememberEmail(email)
      await navigate(addressOf('registerSuccess', { email }))
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  const element = useRef<HTMLFormElement>(null)
  useFirstForm(element, {
    email: (typed) => form.setValue('email', typed),
    password: (typed) => form.setValue('password', typed),
    confirm_password: (typed) => form.setValue('confirm_password', typed),
    terms: (ticked) => form.setValue('terms', ticked !== ''),
  })
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{failure}</Notice>
      <Field label={t('auth:fields.email')} error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...form.register('email')} type="email" autoComplete="username" spellCheck={false} />
        )}
      </Field>
      <Field label={t('auth:fields.password')} error={errors.password?.message} hint={t('auth:fields.passwordHint')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('auth:fields.confirmPassword')} error={errors.confirm_password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('confirm_password')} autoComplete="new-password" />}
      </Field>
      <Checkbox label={t('auth:fields.terms')} error={errors.terms?.message} {...form.register('terms')} />
      <Button type="submit" size="lg" isPending={isSubmitting}>
        {t('auth:register.submit')}
      </Button>
    </form>
  )
}
