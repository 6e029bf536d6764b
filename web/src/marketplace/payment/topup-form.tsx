import { useState } from 'react'
import { newIdempotencyKey } from '../../api/client.ts'
import { useRequestTopup } from '../../api/money/credits.ts'
import { t } from '../../lib/i18n.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, UnitInput } from '../../ui/fields/field.tsx'

type TopupFormProps = { onCancel: () => void; onRequested: (paymentId: string) => void }

export function TopupForm({ onCancel, onRequested }: TopupFormProps) {
  const request = useRequestTopup()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const form = useZodForm(async () => (await import('./topup-schema.ts')).topupSchema, {
    defaultValues: { credit: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ credit: cents }) => {
    try {
      onRequested(
        await request.mutateAsync({ amount: (cents / 100).toFixed(2), idempotencyKey: `${idempotencyKey}-${cents}` }),
      )
    } catch {
      // The toast has said it; the form stays as it is.
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={t('profile:credits.form.amount')}
        error={errors.credit?.message}
        hint={t('profile:credits.form.hint')}
      >
        {(control) => (
          <UnitInput
            {...control}
            {...form.register('credit')}
            unit={t('price.currency')}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <div className="flex gap-2 *:flex-1">
        {/* What is asked for cannot be taken back here: the order it makes can be cancelled. */}
        <Button variant="plain" disabled={isSubmitting} onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={isSubmitting}>
          {t('profile:credits.form.confirm')}
        </Button>
      </div>
    </form>
  )
}
