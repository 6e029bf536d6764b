import { formatUsd } from '@verso/protocol/usd'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCredit } from '../../../../api/money/credits.ts'
import { usePayments } from '../../../../api/money/payments.ts'
import { useLocation, useNavigate } from 'react-router'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Boundary } from '../../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Price } from '../../../../ui/text/price.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { PaymentPanel } from '../../../payment/payment-panel.tsx'
import { isPayable } from '../../../payment/payment-state.ts'
import { StatementTable } from './statement-table.tsx'

const TopupForm = lazyPart(() => import('../../../payment/topup-form.tsx'), 'TopupForm')

type Step = { name: 'balance' } | { name: 'amount' } | { name: 'payment'; paymentId: string } | { name: 'success' }

/** Settings → Credits: the balance, and the top-up as enter amount → payment → success (docs/rules.md R87). */
export function CreditsTab() {
  const [step, setStep] = useState<Step>({ name: 'balance' })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['credits'] })
    setStep({ name: 'success' })
  }
  const toBalance = () => setStep({ name: 'balance' })
  /** To what the missing credits were in the way of, where there is something. */
  const back = () => (hasOrigin(state) ? void navigate(state.from) : toBalance())
  const pay = (paymentId: string) => setStep({ name: 'payment', paymentId })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Panel
        title={t('profile:credits.title')}
        lead={t('profile:credits.lead')}
        aside={
          step.name === 'payment' && (
            <Button variant="plain" onClick={toBalance}>
              {t('profile:credits.back')}
            </Button>
          )
        }
      >
        {step.name === 'balance' && <Balance onTopup={() => setStep({ name: 'amount' })} onContinue={pay} />}
        {step.name === 'amount' && (
          <Boundary>
            <Suspense fallback={<Skeleton className="h-40" />}>
              <TopupForm onCancel={toBalance} onRequested={pay} />
            </Suspense>
          </Boundary>
        )}
        {step.name === 'payment' && (
          <PaymentPanel
            paymentId={step.paymentId}
            successMessage={t('profile:credits.toasts.done')}
            onSuccess={finish}
            onEnd={toBalance}
          />
        )}
        {step.name === 'success' && <Success onBack={back} onAgain={() => setStep({ name: 'amount' })} />}
      </Panel>
      <StatementTable name="credits" empty={t('profile:credits.noEntries')} />
    </div>
  )
}

const hasOrigin = (state: unknown): state is { from: string } =>
  typeof (state as { from?: unknown } | null)?.from === 'string'

type BalanceProps = { onTopup: () => void; onContinue: (paymentId: string) => void }

function Balance({ onTopup, onContinue }: BalanceProps) {
  const { data: credit, error, refetch } = useCredit()
  if (error && !credit) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="text-sm text-fg3">{t('profile:credits.amount')}</p>
        <p className="mt-1 min-h-12 text-[40px] leading-12 font-semibold tracking-[-.03em]" aria-busy={!credit}>
          {credit && <Price usd={credit.credit} className="[&>span]:text-lg" />}
        </p>
        {credit !== undefined && credit.held > 0 && (
          <p className="text-sm text-fg3">{t('profile:credits.held', { amount: credit.held.toFixed(2) })}</p>
        )}
      </div>
      <OpenTopup onContinue={onContinue} />
      <Button size="lg" onClick={onTopup}>
        {t('profile:credits.topup')}
      </Button>
    </div>
  )
}

/** A top-up that was begun and not paid: a reload loses nothing. */
function OpenTopup({ onContinue }: Pick<BalanceProps, 'onContinue'>) {
  const { data } = usePayments()
  const open = data?.rows.find((one) => one.kind === 'TOPUP' && isPayable(one))
  if (!open) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-s2 p-3">
      <p className="text-sm text-fg2">{t('profile:credits.open', { amount: formatUsd(open.amount) })}</p>
      <Button variant="plain" size="sm" className="h-11!" onClick={() => onContinue(open.id)}>
        {t('card.continue')}
      </Button>
    </div>
  )
}

const Success = ({ onBack, onAgain }: { onBack: () => void; onAgain: () => void }) => (
  <div role="status" className="flex flex-col items-center gap-4 py-6 text-center">
    <CircleCheck size={44} aria-hidden className="text-ok" />
    <p className="text-lg font-semibold">{t('profile:credits.toasts.done')}</p>
    <div className="mt-2 flex w-full gap-2 *:flex-1">
      <Button variant="plain" onClick={onBack}>
        {t('profile:credits.back')}
      </Button>
      <Button onClick={onAgain}>{t('profile:credits.again')}</Button>
    </div>
  </div>
)
