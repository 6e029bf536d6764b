import type { AdminPayout } from '@verso/protocol/money/admin-money'
import { formatUsd } from '@verso/protocol/usd'
import { useState } from 'react'
import { fetchBankDetails, useDecidePayout } from '../../api/admin/admin-money.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { confirm } from '../../ui/overlays/modal.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ReasonForm } from '../reason-form.tsx'
import { BankDetailsList } from './bank-details-list.tsx'

/** The next actions on a payout; every decision may ask for a second factor. */
export function PayoutActions({ payout }: { payout: AdminPayout }) {
  const { mutate, mutateAsync, isPending } = useDecidePayout()
  const { id, status, account, updated_at } = payout
  if (status !== 'REQUESTED' && status !== 'APPROVED') return null
  const amount = formatUsd(payout.amount)
  const markPaidWith = async (reference: string) => {
    const decision = { status: 'PAID' as const, reference, updated_at }
    try {
      return await mutateAsync({ id, decision })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'earnings_frozen') throw error
      const isSent = await confirm({
        title: t('admin:payouts.frozen.title'),
        body: t('admin:payouts.frozen.text'),
        confirmLabel: t('admin:payouts.frozen.sent'),
        isDanger: true,
      })
      if (!isSent) throw error
      return mutateAsync({ id, decision: { ...decision, already_sent: true } })
    }
  }
  const markPaid = () =>
    openModal({
      title: t('admin:payouts.paidForm.title', { amount }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:payouts.paidForm.lead')}
          label={t('admin:payouts.paidForm.reference')}
          submitLabel={t('admin:payouts.markPaid')}
          maxLength={140}
          isSafe
          onSubmit={markPaidWith}
          onDone={close}
        />
      ),
    })
  const reject = () =>
    openModal({
      title: t('admin:payouts.rejectForm.title', { amount }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:payouts.rejectForm.lead')}
          label={t('admin:payouts.rejectForm.reason')}
          submitLabel={t('admin:payouts.reject')}
          onSubmit={(reason) => mutateAsync({ id, decision: { status: 'REJECTED', reason, updated_at } })}
          onDone={close}
        />
      ),
    })
  return (
    <>
      {account && <BankDetailsButton payoutId={id} />}
      {status === 'REQUESTED' ? (
        <Button
          variant="plain"
          isPending={isPending}
          disabled={!account}
          onClick={() => mutate({ id, decision: { status: 'APPROVED', updated_at } })}
        >
          {t('admin:payouts.approve')}
        </Button>
      ) : (
        <Button variant="plain" isPending={isPending} onClick={markPaid}>
          {t('admin:payouts.markPaid')}
        </Button>
      )}
      <Button variant="ghost" disabled={isPending} onClick={reject}>
        {t('admin:payouts.reject')}
      </Button>
    </>
  )
}

/** Each reading is written to the audit log: a second click makes no second one. */
function BankDetailsButton({ payoutId }: { payoutId: string }) {
  const [isPending, setIsPending] = useState(false)
  const show = async () => {
    setIsPending(true)
    await showBankDetails(payoutId)
    setIsPending(false)
  }
  return (
    <Button variant="ghost" isPending={isPending} onClick={() => void show()}>
      {t('admin:payouts.details')}
    </Button>
  )
}

async function showBankDetails(payoutId: string): Promise<void> {
  try {
    const details = await fetchBankDetails(payoutId)
    openModal({
      title: t('admin:payouts.bank.title'),
      body: <BankDetailsList details={details} />,
      cancelLabel: null,
      confirmLabel: t('actions.close'),
    })
  } catch (error) {
    void toast.error(errorMessage(error))
  }
}
