import { addressOf } from '@verso/protocol/pages/pages'
import { useState } from 'react'
import { useRequestPasswordReset } from '../../../api/identity/auth.ts'
import { formError } from '../../../lib/forms/form-errors.ts'
import { t } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/fields/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CenteredCard, OutboxHint } from '../../../identity/centered-card.tsx'

export function ForgotScreen() {
  return (
    <CenteredCard
      title={t('auth:forgot.title')}
      lead={t('auth:forgot.lead')}
      footer={
        <Link to={addressOf('signIn')} className="link">
          {t('auth:forgot.backToLogin')}
        </Link>
      }
    >
      <ForgotForm />
    </CenteredCard>
  )
}

function ForgotForm() {
  const request = useRequestPasswordReset()
  const form = useZodForm(async () => (await import('@verso/protocol/auth')).emailBody, {
    defaultValues: { email: '' },
  })
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()

  const submit = form.submit(async ({ email }) => {
    setFailure(undefined)
    setSentTo(undefined)
    try {
      await request.mutateAsync({ email })
      setSentTo(email)
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{failure}</Notice>
      <Notice kind="success">{sentTo && t('auth:forgot.sent', { email: sentTo })}</Notice>
      <Field label={t('auth:fields.email')} error={form.formState.errors.email?.message}>
        {(control) => <TextInput {...control} {...form.register('email')} type="email" autoComplete="username" />}
      </Field>
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting}>
        <span className="inline-block first-letter:uppercase">{t('auth:forgot.submit')}</span>
      </Button>
      {sentTo && <OutboxHint />}
    </form>
  )
}
