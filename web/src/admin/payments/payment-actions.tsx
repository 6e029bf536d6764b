import type { AdminPayment, PaymentAction } from '@verso/protocol/money/admin-money'
import { formatUsd } from '@verso/protocol/usd'
import { useDecidePayment } from '../../api/admin/admin-money.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { ReasonForm } from '../reason-form.tsx'
import { PaymentHistory } from './payment-history.tsx'

/** The history of a payment, and what the server lets an admin do about it. */
export function PaymentActions({ payment }: { payment: AdminPayment }) {
  const { mutateAsync } = useDecidePayment()
  const { id, reason } = payment
  const ask = (action: PaymentAction) =>
    openModal({
      title: t(`admin:payments.actions.${action}`),
      render: (close) => (
        <ReasonForm
          lead={`${payment.user.display_name}, ${formatUsd(payment.amount)}. ${leadOf(payment, action)}`}
          label={t('admin:payments.actionForm.note')}
          submitLabel={t(`admin:payments.actions.${action}`)}
          isOptional
          isSafe={action !== 'chargeback_lost'}
          onSubmit={(note) => mutateAsync({ id, decision: { action, shown_reason: reason, ...(note && { note }) } })}
          onDone={close}
        />
      ),
    })
  const showHistory = () =>
    openModal({
      title: t('admin:payments.history'),
      size: 'lg',
      body: <PaymentHistory paymentId={payment.id} />,
      cancelLabel: null,
      confirmLabel: t('actions.close'),
    })
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:py-2">
      <Button variant="ghost" onClick={showHistory}>
        {t('admin:payments.history')}
      </Button>
      {payment.actions.map((action) => (
        <Button key={action} variant="plain" onClick={() => ask(action)}>
          {t(`admin:payments.actions.${action}`)}
        </Button>
      ))}
    </div>
  )
}

const leadOf = ({ kind, status }: AdminPayment, action: PaymentAction): string =>
  action === 'refund' && kind === 'TOPUP' && status === 'SUCCESS'
    ? t('admin:payments.actionForm.refundTopup')
    : t('admin:payments.actionForm.lead')
