import { useRoyaltyAddress, useSetRoyaltyAddress } from '../../../../api/wallets.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { Field, TextInput } from '../../../../ui/fields/field.tsx'
import { confirm } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** The outside address of one's on-chain royalties: named once, shown from then on (docs/rules.md R75). */
export function RoyaltyPanel() {
  const { data, error, refetch } = useRoyaltyAddress()
  return (
    <Panel
      title={t('profile:wallets.royalty.title')}
      lead={t(data?.address ? 'profile:wallets.royalty.set' : 'profile:wallets.royalty.lead')}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-20 w-full rounded-lg!" />
      ) : data.address ? (
        <div className="flex items-center gap-4 rounded-lg bg-s2 p-4">
          <p className="num min-w-0 flex-1 break-all">{data.address}</p>
          <CopyButton text={data.address} label={t('profile:wallets.royalty.copy')} />
        </div>
      ) : (
        <RoyaltyForm />
      )}
    </Panel>
  )
}

function RoyaltyForm() {
  const name = useSetRoyaltyAddress()
  const form = useZodForm(async () => (await import('@verso/protocol/money/accounts')).royaltyAddressBody, {
    defaultValues: { address: '' },
  })
  const { errors } = form.formState
  const submit = form.submit(async ({ address }) => {
    const body = t('profile:wallets.royalty.confirm', { address })
    const isSure = await confirm({
      title: t('profile:wallets.royalty.save'),
      body: <span className="wrap-anywhere">{body}</span>,
    })
    if (isSure) await name.mutateAsync(address).catch(form.showServerErrors)
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Notice kind="info">{t('profile:wallets.royalty.once')}</Notice>
      <Field
        label={t('profile:wallets.royalty.address')}
        error={errors.address?.message}
        hint={t('profile:wallets.royalty.hint')}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('address')}
            className="num"
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" isPending={name.isPending} className="self-start">
        {t('profile:wallets.royalty.save')}
      </Button>
    </form>
  )
}
