import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import { useSendMobileCode } from '../../../api/auth.ts'
import { useSession } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { formError } from '../../../lib/error-message.ts'
import { t } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PhoneInput } from '../../../ui/phone-input.tsx'
import { Notice } from '../../../ui/states.tsx'
import { AccountCard } from '../../../account/account-card.tsx'
import { paths } from '../../paths.ts'

export function AddMobileScreen() {
  const session = useSession()
  const { data: me } = useMe()
  // Only a full session may change a phone that is already confirmed (decisions.md → Accounts).
  if (session === 'temporary' && me?.reg_status === 'VERIFIED') return <Navigate to={paths.verifyOtp} replace />
  return (
    <AccountCard title={t('auth:addMobile.title')} lead={t('auth:addMobile.lead')} icon={<Smartphone size={26} />}>
      <PhoneForm />
    </AccountCard>
  )
}

function PhoneForm() {
  const navigate = useNavigate()
  const send = useSendMobileCode()
  const form = useZodForm(async () => (await import('./phone-schema.ts')).phoneSchema, { defaultValues: { phone: '' } })
  const [failure, setFailure] = useState<string>()

  const submit = form.submit(async ({ phone }) => {
    setFailure(undefined)
    try {
      await send.mutateAsync({ phone })
      await navigate(paths.verifyMobile, { state: { phone } })
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{failure}</Notice>
      <Field label={t('auth:fields.phone')} error={form.formState.errors.phone?.message}>
        {(control) => (
          <Controller
            control={form.control}
            name="phone"
            render={({ field }) => <PhoneInput {...control} name={field.name} onChange={field.onChange} />}
          />
        )}
      </Field>
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting}>
        {t('auth:addMobile.submit')}
      </Button>
    </form>
  )
}
