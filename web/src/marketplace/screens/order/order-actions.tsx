import { addressOf } from '@verso/protocol/pages/pages'
import type { Payment } from '@verso/protocol/money/payments'
import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { cancelPayment } from '../../../api/money/payments.ts'
import { t } from '../../../lib/i18n.ts'
import { useToastedMutation } from '../../../lib/use-toasted-mutation.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/overlays/modal.ts'
import { openPayment } from '../../payment/open-payment.tsx'
import { isPayable } from '../../payment/payment-state.ts'

/** The actions on an order in its state: pay on, cancel, see the NFT, print the receipt. */
export function OrderActions({ payment }: { payment: Payment }) {
  const client = useQueryClient()
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => ['payments', 'nfts', 'credits'].includes(String(queryKey[0])),
    })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {isPayable(payment) && (
        <>
          <Button onClick={() => openPayment({ paymentId: payment.id, onSuccess: () => void refresh() })}>
            {t('card.continue')}
          </Button>
          <CancelButton payment={payment} refresh={refresh} />
        </>
      )}
      {payment.nft && (
        <ButtonLink variant="plain" to={addressOf('nft', { nftId: payment.nft.id })}>
          {t('order.viewNft')}
        </ButtonLink>
      )}
      {payment.receipt_url && (
        <a href={payment.receipt_url} target="_blank" rel="noreferrer" className="btn btn-plain">
          <Printer size={17} aria-hidden />
          {t('order.receipt')}
        </a>
      )}
    </div>
  )
}

/** Money that a bank is moving may arrive after the cancellation (docs/rules.md R85). */
function cancelText({ kind, status }: Payment): string {
  const isUnderWay = status === 'PENDING' || status === 'REQUIRES_ACTION'
  const money = t(isUnderWay ? 'order.cancelUnderWay' : 'order.cancelUnpaid')
  return kind === 'PURCHASE' ? `${t('order.cancelReserved')} ${money}` : money
}

function CancelButton({ payment, refresh }: { payment: Payment; refresh: () => Promise<void> }) {
  const cancel = useToastedMutation({
    mutationFn: () => cancelPayment(payment.id),
    onSuccess: refresh,
    toasts: { success: t('order.canceled'), preferServerError: true },
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('order.cancelTitle'),
      body: cancelText(payment),
      confirmLabel: t('order.cancel'),
      cancelLabel: t('order.keep'),
      isDanger: true,
    })
    if (isSure) cancel.mutate()
  }
  return (
    <Button variant="plain" isPending={cancel.isPending} onClick={() => void ask()}>
      {t('order.cancel')}
    </Button>
  )
}
