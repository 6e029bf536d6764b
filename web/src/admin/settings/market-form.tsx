import type { OperatorSettings } from '@verso/protocol/operations/operator-settings'
import { z } from 'zod'
import { useChangeSettings } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { changedFields } from '../../lib/forms/changed-fields.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, UnitInput } from '../../ui/fields/field.tsx'

/** The fee is typed in percent with two decimals and sent in basis points. */
const marketForm = z.object({
  fee: z
    .string()
    .trim()
    .min(1, 'Required')
    .regex(/^\d{1,3}(\.\d{1,2})?$/, t('admin:settings.feeInvalid'))
    .transform((text) => Math.round(Number(text) * 100))
    .pipe(z.number().max(10_000, t('admin:settings.feeMax'))),
  banner: z.string().trim().max(500, 'Too long'),
})

/** Fields follow what others change until they are typed in. */
export function MarketForm({ settings }: { settings: OperatorSettings }) {
  const change = useChangeSettings()
  const form = useZodForm(marketForm, {
    values: { fee: String(settings.platform_fee_bps / 100), banner: settings.banner ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ fee, banner }) => {
    const typed = form.getValues()
    try {
      await change.mutateAsync(changedFields({ platform_fee_bps: fee, banner }, settings))
      form.resetDefaultValues(typed)
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={t('admin:settings.fee')} error={errors.fee?.message} hint={t('admin:settings.feeHint')}>
        {(control) => (
          <UnitInput {...control} {...form.register('fee')} unit="%" inputMode="decimal" autoComplete="off" />
        )}
      </Field>
      <Field label={t('admin:settings.banner')} error={errors.banner?.message} hint={t('admin:settings.bannerHint')}>
        {(control) => <TextArea {...control} {...form.register('banner')} rows={2} />}
      </Field>
      <Button type="submit" isPending={isSubmitting} className="self-start px-8!">
        {t('admin:settings.save')}
      </Button>
    </form>
  )
}
