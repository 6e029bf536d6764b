import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { password } from '@verso/protocol/auth'
import { adminNewUser } from '@verso/protocol/users'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useCreateUser } from '../../api/admin/admin-users.ts'
import { t } from '../../lib/i18n.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { UserForm } from './user-form.tsx'

const newUser = adminNewUser.extend({
  // An empty field means an invitation, not an empty password.
  password: z
    .string()
    .transform((text) => text || undefined)
    .pipe(password.optional()),
})
const EMPTY = { username: '', password: '', display_name: '', occupation: '', subscription: '', is_admin: false }

export function AddUserScreen() {
  const navigate = useNavigate()
  const create = useCreateUser()
  const form = useZodForm(newUser, { defaultValues: EMPTY })
  const { errors } = form.formState
  const submit = form.submit(async (user) => {
    try {
      await create.mutateAsync(user)
      await navigate(adminAddressOf('users'))
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('admin:users.title'), to: adminAddressOf('users') },
          { label: t('admin:userForm.addCrumb') },
        ]}
      />
      <PageHeading>{t('admin:userForm.create')}</PageHeading>
      <Panel className="max-w-xl">
        <FormProvider {...form}>
          <UserForm onSubmit={submit} submitLabel={t('admin:userForm.create')}>
            <Field
              label={t('admin:userForm.email')}
              error={errors.username?.message}
              hint={t('admin:userForm.emailHint')}
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...form.register('username')}
                  inputMode="email"
                  autoComplete="off"
                  autoCapitalize="none"
                />
              )}
            </Field>
            <Field
              label={t('admin:userForm.password')}
              aside={t('form.optional')}
              error={errors.password?.message}
              hint={t('admin:userForm.passwordHint')}
            >
              {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
            </Field>
          </UserForm>
        </FormProvider>
      </Panel>
    </div>
  )
}
