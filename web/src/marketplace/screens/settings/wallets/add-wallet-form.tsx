import { CHAINS, type Chain, EVM_CHAINS } from '@verso/protocol/chains'
import { useCreateWallet } from '../../../../api/wallets.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'

type AddWalletFormProps = { onDone: () => void; taken: readonly Chain[] }

/** Add crypto account: choose a blockchain; Polygon is offered first and preselected (docs/rules.md R92). */
export function AddWalletForm({ onDone, taken }: AddWalletFormProps) {
  const create = useCreateWallet()
  const offered = EVM_CHAINS.filter((chain) => !taken.includes(chain))
  const form = useZodForm(async () => (await import('@verso/protocol/money/accounts')).createWalletBody, {
    defaultValues: { chain: offered[0] },
  })
  const { errors, isSubmitting } = form.formState
  if (offered.length === 0) return <p className="mt-3 text-fg2">{t('profile:wallets.add.all')}</p>
  const submit = form.submit(async ({ chain }) => {
    try {
      await create.mutateAsync(chain)
      onDone()
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-5">
      <Field label={t('profile:wallets.add.chain')} error={errors.chain?.message} hint={t('profile:wallets.add.hint')}>
        {(control) => (
          <Select
            {...control}
            {...form.register('chain')}
            none={t('form.selectNone')}
            options={offered.map((chain) => [chain, CHAINS[chain].name])}
          />
        )}
      </Field>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={isSubmitting}>
          {t('profile:wallets.create')}
        </Button>
      </div>
    </form>
  )
}
