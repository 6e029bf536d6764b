import { useState } from 'react'
import { UsernameForPasswordManagers } from '../../../../identity/username-for-password-managers.tsx'
import { useChangePassword } from '../../../../api/identity/auth.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { fieldErrors } from '../../../../lib/forms/form-errors.ts'
import { t } from '../../../../lib/i18n.ts'
import { useFocusFirstError } from '../../../../lib/forms/use-focus-first-error.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { PasswordInput } from '../../../../ui/fields/password-input.tsx'
import { Notice } from '../../../../ui/notice.tsx'

const EMPTY = { current: '', password: '', confirm_password: '' }

export function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const change = useChangePassword()
  const form = useZodForm(async () => (await import('./password-schema.ts')).passwordSchema, { defaultValues: EMPTY })
  const focusFirstError = useFocusFirstError()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async ({ current, password }) => {
    setFailure(undefined)
    try {
      await change.mutateAsync({ current, new_password: password })
      onDone()
    } catch (error) {
      const { current: wrongCurrent, new_password: refused } = fieldErrors(error)
      if (wrongCurrent) form.setError('current', { message: wrongCurrent })
      if (refused) form.setError('password', { message: refused })
      if (!wrongCurrent && !refused) setFailure(errorMessage(error))
      focusFirstError()
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 border-t border-line pt-5">
      <Notice>{failure}</Notice>
      <UsernameForPasswordManagers email={email} />
      <Field label={t('profile:security.currentPassword')} error={errors.current?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('current')} autoComplete="current-password" autoFocus />
        )}
      </Field>
      <Field
        label={t('profile:security.newPassword')}
        error={errors.password?.message}
        hint={t('auth:fields.passwordHint')}
      >
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('auth:fields.confirmPassword')} error={errors.confirm_password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('confirm_password')} autoComplete="new-password" />}
      </Field>
      <p className="text-sm text-fg3">{t('profile:security.passwordNote')}</p>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={isSubmitting}>
          {t('profile:security.savePassword')}
        </Button>
      </div>
    </form>
  )
}
