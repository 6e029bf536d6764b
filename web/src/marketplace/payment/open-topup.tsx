import { Suspense } from 'react'
import { t } from '../../lib/i18n.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { openPayment } from './open-payment.tsx'

const TopupForm = lazyPart(() => import('./topup-form.tsx'), 'TopupForm')

/** The credit top-up modal (docs/rules.md R87): asks for the amount, then opens the payment modal, which closes at success once the balance is fetched. */
export function openTopup({ onSuccess, onClose }: { onSuccess?: () => void; onClose?: () => void } = {}): void {
  let requested: string | undefined
  let isClosed = false
  openModal({
    title: t('profile:credits.topupTitle'),
    render: (close) => (
      <div className="mt-4">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <TopupForm
            onCancel={close}
            onRequested={(paymentId) => {
              requested = paymentId
              // Left while it was asked for: it is there, and has been announced.
              if (isClosed) pay(paymentId)
              else close()
            }}
          />
        </Suspense>
      </div>
    ),
    onClosed: () => {
      isClosed = true
      if (requested !== undefined) pay(requested)
    },
  })

  function pay(paymentId: string) {
    const successMessage = t('profile:credits.toasts.done')
    openPayment({ paymentId, successMessage, onSuccess: () => onSuccess?.(), ...(onClose && { onClose }) })
  }
}
