import { useState } from 'react'
import { useResendEmail } from '../../../api/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/states.tsx'
import { OutboxHint } from '../../../account/account-card.tsx'

/**
 * Retry after a failed verification: an expired link names its account by itself; for one the server does not know the page
 * asks for the address (decisions.md → Accounts).
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
  if (needsEmail) return <EmailForm onSend={(email) => resend.mutateAsync({ email })} />
  const retry = () => resend.mutate({ token }, { onError: () => setNeedsEmail(true) })
  return (
    <Button size="lg" isPending={resend.isPending} onClick={retry}>
      {t('auth:verifyEmail.retry')}
    </Button>
  )
}

function EmailForm({ onSend }: { onSend: (email: string) => Promise<unknown> }) {
  const form = useZodForm(async () => (await import('@verso/protocol/auth')).emailBody, {
    defaultValues: { email: '' },
  })
  const submit = form.submit(async ({ email }) => {
    await onSend(email).catch(form.showServerErrors)
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-fg2">{t('auth:verifyEmail.askEmail')}</p>
      <Field label={t('auth:fields.email')} error={form.formState.errors.email?.message}>
        {(control) => <TextInput {...control} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting}>
        {t('auth:verifyEmail.retry')}
      </Button>
    </form>
  )
}
