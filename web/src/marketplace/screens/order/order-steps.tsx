import { formatDateTime } from '@verso/protocol/dates'
import type { PaymentStep } from '@verso/protocol/money/payments'
import { Check, X } from 'lucide-react'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'

/** "Paid", "Sending to your wallet", "Yours": one below the other. */
export function OrderSteps({ steps }: { steps: readonly PaymentStep[] }) {
  if (steps.length === 0) return null
  return (
    <ol aria-label={t('order.steps')} aria-live="polite" className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.name}
          className="relative flex gap-4 pb-6 last:pb-0"
          aria-current={step.status === 'CURRENT' ? 'step' : undefined}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              style={{ left: 15 }}
              className={cx('absolute top-8 bottom-0 w-0.5', step.status === 'DONE' ? 'bg-ok' : 'bg-s3')}
            />
          )}
          <StepMark status={step.status} />
          <div className="pt-1">
            <p className={cx('font-medium', (step.status === 'WAITING' || step.status === 'FAILED') && 'text-fg3')}>
              {nameOf(step)}
            </p>
            <p className="text-sm text-fg3">{whenOf(step)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** "Paid" is true once it is done. */
const nameOf = ({ name, status }: PaymentStep) => (status !== 'DONE' && name === 'Paid' ? t('order.payment') : name)
const whenOf = ({ at, status }: PaymentStep) =>
  at && status !== 'FAILED' ? formatDateTime(at) : t(`order.step.${status}`)

const MARK = 'z-1 grid size-8 shrink-0 place-items-center rounded-full'

function StepMark({ status }: { status: PaymentStep['status'] }) {
  if (status === 'DONE') {
    return (
      <span aria-hidden className={cx(MARK, 'bg-ok text-bg')}>
        <Check size={16} />
      </span>
    )
  }
  if (status === 'FAILED') {
    return (
      <span aria-hidden className={cx(MARK, 'bg-bad text-bg')}>
        <X size={16} />
      </span>
    )
  }
  return (
    <span aria-hidden className={cx(MARK, 'bg-s3 text-accent-text')}>
      {status === 'CURRENT' && <Spinner className="text-[12px]" />}
    </span>
  )
}
