import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { SUBSCRIPTIONS } from '@verso/protocol/users'
import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '../../lib/i18n.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Switch } from '../../ui/fields/toggles.tsx'
import { Select } from '../../ui/fields/select.tsx'

type UserFields = { display_name: string; occupation: string; subscription: string | number; is_admin: boolean }

const TIERS = ([1, 2, 3] as const).map((tier) => [tier, SUBSCRIPTIONS[tier]] as const)

type UserFormProps = {
  onSubmit: (event: React.FormEvent) => void
  submitLabel: string
  /** Fields that only one of the two forms has. */
  children?: ReactNode
}

/** Display Name, Occupation, Subscription, Is Admin (docs/rules.md R61): what creating and updating a member share; inside a FormProvider. */
export function UserForm({ onSubmit, submitLabel, children }: UserFormProps) {
  const form = useFormContext<UserFields>()
  const switchId = useId()
  const { errors, isSubmitting } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {children}
      <Field label={t('admin:userForm.displayName')} error={errors.display_name?.message}>
        {(control) => <TextInput {...control} {...form.register('display_name')} autoComplete="off" />}
      </Field>
      <Field label={t('admin:userForm.occupation')} error={errors.occupation?.message}>
        {(control) => <TextInput {...control} {...form.register('occupation')} autoComplete="off" />}
      </Field>
      <Field label={t('admin:userForm.subscription')} error={errors.subscription?.message}>
        {(control) => (
          <Select {...control} {...form.register('subscription')} none={t('form.selectNone')} options={TIERS} />
        )}
      </Field>
      <div className="flex items-center justify-between gap-4 rounded-md bg-s2 px-4 py-3">
        <div>
          <label htmlFor={switchId} className="font-medium">
            {t('admin:userForm.isAdmin')}
          </label>
          <p id={`${switchId}-hint`} className="text-sm text-fg3">
            {t('admin:userForm.isAdminHint')}
          </p>
        </div>
        <Switch {...form.register('is_admin')} id={switchId} aria-describedby={`${switchId}-hint`} />
      </div>
      <div className="flex gap-2">
        <ButtonLink to={adminAddressOf('users')} variant="plain" className="flex-1 sm:flex-none">
          {t('actions.cancel')}
        </ButtonLink>
        <Button type="submit" isPending={isSubmitting} className="flex-1 sm:flex-none sm:px-8">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
