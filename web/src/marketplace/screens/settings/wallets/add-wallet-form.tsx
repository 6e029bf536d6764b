import { type Chain, chainName } from '@verso/protocol/chains'
import { useSettings } from '../../../../api/settings.ts'
import { useCreateWallet } from '../../../../api/wallets.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Spinner } from '../../../../ui/loading/spinner.tsx'

type AddWalletFormProps = { onDone: () => void; taken: readonly Chain[] }

/** Add crypto account: choose a blockchain of those that are live here; Polygon is first and preselected (docs/rules.md R92). */
export function AddWalletForm({ onDone, taken }: AddWalletFormProps) {
  const { data: settings } = useSettings()
  if (!settings) return <Spinner className="mx-auto mt-6" />
  const live = settings.chains.filter((chain) => chain.is_live).map(({ id }) => id)
  const offered = live.filter((chain) => !taken.includes(chain))
  if (offered.length === 0) return <p className="mt-3 text-fg2">{t('profile:wallets.add.all')}</p>
  return <ChooseChain offered={offered} onDone={onDone} />
}

function ChooseChain({ offered, onDone }: { offered: readonly Chain[]; onDone: () => void }) {
  const create = useCreateWallet()
  const form = useZodForm(async () => (await import('@verso/protocol/money/accounts')).createWalletBody, {
    defaultValues: { chain: offered[0] },
  })
  const { errors, isSubmitting } = form.formState
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
            options={offered.map((chain) => [chain, chainName(chain)])}
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
