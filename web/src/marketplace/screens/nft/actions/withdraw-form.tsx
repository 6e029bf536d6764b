import '../../../../locales/nft-withdraw-texts.ts'
import { type Chain, chainName } from '@verso/protocol/chains'
import type { Nft } from '@verso/protocol/nfts'
import { isSameAddress } from '@verso/protocol/chains/addresses'
import { withdrawBodyOn } from '@verso/protocol/nfts/withdrawals'
import { useState } from 'react'
import { z } from 'zod'
import { useWallets } from '../../../../api/wallets.ts'
import { useWithdraw } from '../../../../api/nfts/withdrawals.ts'
import { formError } from '../../../../lib/forms/form-errors.ts'
import { t } from '../../../../lib/i18n.ts'
import { useFocusFirstError } from '../../../../lib/forms/use-focus-first-error.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextInput } from '../../../../ui/fields/field.tsx'
import { Checkbox } from '../../../../ui/fields/toggles.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

const withdrawForm = (chain: Chain) =>
  withdrawBodyOn(chain).extend({ isChecked: z.literal(true, { error: t('nft.withdraw.notChecked') }) })

/** Leaving with an NFT: what it means, where to, and the member's word that the address is right (docs/rules.md R77). */
export function WithdrawForm({ nft, close }: { nft: Nft; close: () => void }) {
  const [schema] = useState(() => withdrawForm(nft.chain))
  const form = useZodForm(schema, { defaultValues: { address: '' } })
  const focusFirstError = useFocusFirstError()
  const [failure, setFailure] = useState<string>()
  const { data: wallets } = useWallets()
  const withdraw = useWithdraw(nft.id)
  const { errors } = form.formState
  const isSolana = nft.chain === 'SOL'
  const chain = chainName(nft.chain)
  const own = wallets?.find((wallet) => wallet.chain === nft.chain)?.public_address
  const send = form.submit(async ({ address }) => {
    setFailure(undefined)
    if (own && isSameAddress(address, own)) {
      form.setError('address', { message: t('nft.withdraw.own') })
      return focusFirstError()
    }
    try {
      await withdraw.mutateAsync(address)
      void toast.success(t('nft.withdraw.sent'))
      close()
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-5">
      <WhatHappens chain={chain} />
      <Field
        label={t('nft.withdraw.address', { chain })}
        error={errors.address?.message}
        hint={t(isSolana ? 'nft.withdraw.hintSolana' : 'nft.withdraw.hint')}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('address')}
            className="num"
            placeholder={isSolana ? undefined : '0x…'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Checkbox
        label={t('nft.withdraw.checked', { chain })}
        error={errors.isChecked?.message}
        {...form.register('isChecked')}
      />
      <Notice>{failure}</Notice>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={close}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={withdraw.isPending}>
          {t('nft.withdraw.submit')}
        </Button>
      </div>
    </form>
  )
}

const WhatHappens = ({ chain }: { chain: string }) => (
  <div>
    <p>{t('nft.withdraw.lead', { chain })}</p>
    <ul className="mt-3 flex list-disc flex-col gap-1 pl-5 text-sm text-fg3">
      <li>{t('nft.withdraw.points.listing')}</li>
      <li>{t('nft.withdraw.points.final')}</li>
      <li>{t('nft.withdraw.points.back')}</li>
    </ul>
  </div>
)
