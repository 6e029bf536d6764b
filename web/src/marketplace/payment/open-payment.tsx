import { Suspense } from 'react'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { t } from '../../lib/i18n.ts'
import { openModal } from '../../ui/overlays/modal.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import type { PaymentPanelProps } from './payment-panel.tsx'

const PaymentPanel = lazyPart(() => import('./payment-panel.tsx'), 'PaymentPanel')

type OpenPayment = Omit<PaymentPanelProps, 'onEnd'> & { onClose?: () => void }

/** A double click opens one modal, not two of the same payment. */
let open: { paymentId: string; close: () => void } | undefined

/** The payment modal (docs/rules.md R82): one for purchases and top-ups. Closing it cancels nothing; the order page goes on with it. */
export function openPayment({ onSuccess, onClose, ...panel }: OpenPayment): () => void {
  if (open?.paymentId === panel.paymentId) return open.close
  const closeModal = openModal({
    title: t('payment.title'),
    size: 'lg',
    onCancel: onClose,
    onClosed: () => {
      open = undefined
    },
    render: (close) => (
      <Suspense
        fallback={<Skeleton style={{ height: 'clamp(400px, 100dvh - 230px, 770px)' }} className="w-full rounded-lg!" />}
      >
        <PaymentPanel
          {...panel}
          onSuccess={() => {
            close()
            onSuccess()
          }}
          onEnd={() => {
            close()
            onClose?.()
          }}
        />
      </Suspense>
    ),
  })
  open = { paymentId: panel.paymentId, close: closeModal }
  return closeModal
}
