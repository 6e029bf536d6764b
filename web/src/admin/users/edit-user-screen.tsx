import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { formatDateTime } from '@verso/protocol/dates'
import { type AdminUser, adminUpdateUserBody } from '@verso/protocol/users'
import { FormProvider } from 'react-hook-form'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useAdminUser, useUpdateUser } from '../../api/admin/admin-users.ts'
import { useMe } from '../../api/users.ts'
import { t } from '../../lib/i18n.ts'
import { changedFields } from '../../lib/forms/changed-fields.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { confirmOwnEnd } from './confirm-own-end.ts'
import { MemberAccess } from './member-access.tsx'
import { UserForm } from './user-form.tsx'

export function EditUserScreen() {
  const { userId = '' } = useParams()
  const { data: user, error, refetch } = useAdminUser(userId)
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFoundScreen />
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('admin:users.title'), to: adminAddressOf('users') },
          { label: t('admin:userForm.editCrumb') },
        ]}
      />
      <PageHeading
        lead={user && `${user.email} · ${t('admin:userForm.since', { date: formatDateTime(user.created_at) })}`}
      >
        {t('admin:userForm.update')}
      </PageHeading>
      <Panel className="max-w-xl">
        {user ? (
          <EditForm key={user.id} user={user} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </Panel>
      {user && <MemberAccess user={user} />}
    </div>
  )
}

const changeForm = adminUpdateUserBody.omit({ status: true }).required()

/** Fields follow what others change until they are typed in. */
function EditForm({ user }: { user: AdminUser }) {
  const update = useUpdateUser()
  const isOwn = useMe().data?.id === user.id
  const form = useZodForm(changeForm, {
    values: {
      display_name: user.display_name ?? '',
      occupation: user.occupation ?? '',
      subscription: user.subscription,
      is_admin: user.is_admin,
    },
    resetOptions: { keepDirtyValues: true },
  })
  const submit = form.submit(async (values) => {
    const typed = form.getValues()
    const change = changedFields(values, user)
    if (isOwn && change.is_admin === false && !(await confirmOwnEnd())) return
    try {
      await update.mutateAsync({ id: user.id, change })
      form.resetDefaultValues(typed)
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <FormProvider {...form}>
      <UserForm onSubmit={submit} submitLabel={t('admin:userForm.update')} />
    </FormProvider>
  )
}
