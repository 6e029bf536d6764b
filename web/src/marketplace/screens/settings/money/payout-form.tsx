import type { FiatAccount } from '@verso/protocol/money/accounts'
import { formatUsd } from '@verso/protocol/usd'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../../api/client.ts'
import { useRequestPayout } from '../../../../api/money/earnings.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, UnitInput } from '../../../../ui/fields/field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { accountName } from './account-name.ts'

type PayoutFormProps = {
  balance: number
  accounts: readonly FiatAccount[]
  onDone: () => void
  onBankNeeded: () => void
}

/** The amount is sent as a float; which account it goes to is decided here, where it can be seen. */
export function PayoutForm({ balance, accounts, onDone, onBankNeeded }: PayoutFormProps) {
  const request = useRequestPayout()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const form = useZodForm(async () => (await import('@verso/protocol/money/accounts')).payoutBody, {
    defaultValues: { amount: '', fiat_account: accounts[0]?.id },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ amount: cents, fiat_account }) => {
    // The server asks for a code first.
    if (cents / 100 > balance)
      return form.setError('amount', { message: t('profile:earnings.form.tooMuch', { amount: formatUsd(balance) }) })
    try {
      await request.mutateAsync({
        amount: cents / 100,
        ...(fiat_account && { fiat_account }),
        idempotencyKey: `${idempotencyKey}-${cents}-${fiat_account}`,
      })
      onDone()
      // It is accepted without, and cannot be approved before.
      if (accounts.length === 0) onBankNeeded()
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  const takeAll = () => form.setValue('amount', balance.toFixed(2), { shouldValidate: form.formState.isSubmitted })
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-5">
      <Field
        label={t('profile:earnings.form.amount')}
        error={errors.amount?.message}
        hint={t('profile:earnings.form.hint', { amount: formatUsd(balance) })}
        aside={
          balance > 0 && (
            <button type="button" onClick={takeAll} className="-my-2 link py-2 text-accent-text">
              {t('profile:earnings.form.all')}
            </button>
          )
        }
      >
        {(control) => (
          <UnitInput
            {...control}
            {...form.register('amount')}
            unit={t('price.currency')}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      {accounts.length > 1 ? (
        <Field label={t('profile:earnings.form.account')} error={errors.fiat_account?.message}>
          {(control) => (
            <Select
              {...control}
              {...form.register('fiat_account')}
              options={accounts.map((account) => [account.id, accountName(account)])}
            />
          )}
        </Field>
      ) : (
        <p className="text-sm wrap-anywhere text-fg2">
          {accounts[0]
            ? t('profile:earnings.to', { account: accountName(accounts[0]) })
            : t('profile:earnings.form.noAccount')}
        </p>
      )}
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
