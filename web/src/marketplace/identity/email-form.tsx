import { t } from '../../lib/i18n.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'

/** Asks for the address that a new verification link is to go to. */
export function EmailForm({ label, onSend }: { label: string; onSend: (email: string) => Promise<unknown> }) {
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
        {label}
      </Button>
    </form>
  )
}
