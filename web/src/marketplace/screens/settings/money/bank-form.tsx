import type { Body } from '@verso/protocol/endpoints'
import { COUNTRY_CODES, CURRENCY_CODES } from '@verso/protocol/money/places'
import { useAddFiatAccount } from '../../../../api/money/earnings.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextInput } from '../../../../ui/fields/field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'

const EMPTY: Body<'POST /api/accounts/fiats/'> = {
  holder: '',
  bank_name: '',
  account_number: '',
  country: '',
  currency: 'USD',
}
const FIELDS = ['holder', 'bank_name', 'account_number', 'country', 'currency'] as const

/** Codes with their names, by name. */
function namedCodes(codes: readonly string[], type: 'region' | 'currency'): [code: string, label: string][] {
  const names = new Intl.DisplayNames('en', { type })
  return codes
    .map((code): [string, string] => [code, `${names.of(code) ?? code} (${code})`])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
}
const CHOICES = { country: namedCodes(COUNTRY_CODES, 'region'), currency: namedCodes(CURRENCY_CODES, 'currency') }

export function BankForm({ onDone }: { onDone: () => void }) {
  const add = useAddFiatAccount()
  const form = useZodForm(async () => (await import('@verso/protocol/money/accounts')).fiatAccountBody, {
    defaultValues: EMPTY,
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async (account) => {
    try {
      await add.mutateAsync(account)
      onDone()
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4 sm:grid-cols-2">
      {FIELDS.map((name) => (
        <div key={name} className={name === 'country' || name === 'currency' ? '' : 'sm:col-span-2'}>
          <Field label={t(`profile:bank.fields.${name}`)} error={errors[name]?.message}>
            {(control) =>
              name === 'country' || name === 'currency' ? (
                <Select {...control} {...form.register(name)} none={t('form.selectNone')} options={CHOICES[name]} />
              ) : (
                <TextInput {...control} {...form.register(name)} autoComplete="off" autoFocus={name === FIELDS[0]} />
              )
            }
          </Field>
        </div>
      ))}
      <div className="mt-2 flex gap-2 *:flex-1 sm:col-span-2">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={isSubmitting}>
          {t('profile:bank.save')}
        </Button>
      </div>
    </form>
  )
}
