import { addressOf } from '@verso/protocol/pages/pages'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { ApiError } from '../../../api/api-error.ts'
import { useSendMobileCode } from '../../../api/identity/auth.ts'
import { useSession } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { formError } from '../../../lib/forms/form-errors.ts'
import { t } from '../../../lib/i18n.ts'
import { formatSeconds, startCountdown, useCountdown } from '../../../lib/use-countdown.ts'
import { useZodForm } from '../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PhoneInput } from '../../../ui/fields/phone-input.tsx'
import { SpinnerOverlay } from '../../../ui/loading/spinner-overlay.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { WhyNotice } from '../../identity/why-notice.tsx'
import { resendCodeKey } from '../../../identity/last-sent.ts'

export function AddMobileScreen() {
  const session = useSession()
  const { data: me, error, refetch } = useMe()
  if (!me) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SpinnerOverlay />
  // Only a full session may change a phone that is already confirmed (docs/rules.md R57).
  if (session === 'temporary' && me.reg_status === 'VERIFIED') return <Navigate to={addressOf('verifyOtp')} replace />
  return (
    <CenteredCard title={t('auth:addMobile.title')} lead={t('auth:addMobile.lead')} icon={<Smartphone size={26} />}>
      <WhyNotice />
      <PhoneForm memberId={me.id} />
    </CenteredCard>
  )
}

/** How long the rule of one code in 30 s still holds; none when it is a cap, or a service that is away, that asks to come later. */
function secondsToNextCode(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  const seconds = error.retryAfterSeconds
  return seconds && seconds <= OTP_RETRY_SECONDS ? seconds : undefined
}

function PhoneForm({ memberId }: { memberId: string }) {
  const navigate = useNavigate()
  const send = useSendMobileCode()
  const form = useZodForm(async () => (await import('./phone-schema.ts')).phoneSchema, { defaultValues: { phone: '' } })
  const [failure, setFailure] = useState<string>()
  // A code went out a moment ago, perhaps to a mistyped number: the form opens again by itself.
  const [waitSeconds, wait] = useCountdown(0, `sendCodeAt:${memberId}`)

  const submit = form.submit(async ({ phone }) => {
    setFailure(undefined)
    try {
      await send.mutateAsync({ phone })
      startCountdown(resendCodeKey('VERIFY_MOBILE', memberId), OTP_RETRY_SECONDS)
      await navigate(addressOf('verifyMobile'), { state: { phone } })
    } catch (error) {
      const waitSeconds = secondsToNextCode(error)
      if (waitSeconds) return wait(waitSeconds)
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice>{waitSeconds > 0 ? t('auth:addMobile.wait', { time: formatSeconds(waitSeconds) }) : failure}</Notice>
      <Field label={t('auth:fields.phone')} error={form.formState.errors.phone?.message}>
        {(control) => (
          <Controller
            control={form.control}
            name="phone"
            render={({ field }) => <PhoneInput {...control} name={field.name} onChange={field.onChange} />}
          />
        )}
      </Field>
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting} disabled={waitSeconds > 0}>
        {t('auth:addMobile.submit')}
      </Button>
    </form>
  )
}
