import { formatUsd } from '@verso/protocol/usd'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/client.ts'
import { useRequestPayout } from '../../../api/earnings.ts'
import { t } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, UnitInput } from '../../../ui/field.tsx'

type PayoutFormProps = { balance: number; onDone: () => void }

/** The amount is sent as a float (spec §5). */
export function PayoutForm({ balance, onDone }: PayoutFormProps) {
  const request = useRequestPayout()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const form = useZodForm(async () => (await import('@verso/protocol/accounts')).payoutBody, {
    defaultValues: { amount: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ amount: cents }) => {
    try {
      await request.mutateAsync({ amount: cents / 100, idempotencyKey: `${idempotencyKey}-${cents}` })
      onDone()
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-5">
      <Field
        label={t('profile:earnings.form.amount')}
        error={errors.amount?.message}
        hint={t('profile:earnings.form.hint', { amount: formatUsd(balance) })}
      >
        {(control) => (
          <UnitInput {...control} {...form.register('amount')} unit="USD" inputMode="decimal" autoComplete="off" />
        )}
      </Field>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={isSubmitting}>
          {t('profile:earnings.request')}
        </Button>
      </div>
    </form>
  )
}
