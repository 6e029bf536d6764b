import type { Payout } from '@verso/protocol/money/accounts'
import { formatUsd } from '@verso/protocol/usd'
import { useCancelPayout, useEarnings, useFiatAccounts, usePayouts } from '../../../../api/money/earnings.ts'
import { t } from '../../../../lib/i18n.ts'
import { useLoadedPage } from '../../../../lib/navigation/use-loaded-page.ts'
import { type Tone, StatusPill } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { confirm, openModal } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { EmptyState, ErrorState } from '../../../../ui/loading/states.tsx'
import { accountName } from './account-name.ts'
import { askForBank, BankPanel } from './bank-panel.tsx'
import { PayoutForm } from './payout-form.tsx'
import { StatementTable } from './statement-table.tsx'

const TONES: Record<Payout['status'], Tone> = {
  REQUESTED: 'warn',
  APPROVED: 'info',
  PAID: 'ok',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
}

/** Settings → Earnings: balance, "Request payout", the payouts (Date, Amount, Status) and where they go (docs/rules.md R88, R89). */
export const EarningsTab = () => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
    <div className="flex flex-col gap-5">
      <BalancePanel />
      <BankPanel />
    </div>
    <div className="flex min-w-0 flex-col gap-5">
      <PayoutsPanel />
      <StatementTable name="earnings" empty={t('profile:earnings.noEntries')} />
    </div>
  </div>
)

function BalancePanel() {
  const { data: earnings, error, refetch } = useEarnings()
  const { data: accounts } = useFiatAccounts()
  const request = () => {
    openModal({
      title: t('profile:earnings.request'),
      render: (close) => (
        <PayoutForm
          balance={earnings?.balance ?? 0}
          accounts={accounts ?? []}
          onDone={close}
          onBankNeeded={askForBank}
        />
      ),
    })
  }
  return (
    <Panel title={t('profile:tabs.earnings')} lead={t('profile:earnings.lead')}>
      {error && !earnings ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div aria-busy={!earnings}>
            <p className="text-sm text-fg3">{t('profile:earnings.balance')}</p>
            <p className="num mt-1 text-[40px] leading-12 font-semibold tracking-[-.03em]">
              {formatUsd(earnings?.balance ?? 0)} <span className="text-lg text-fg3">{t('price.currency')}</span>
            </p>
            {earnings !== undefined && earnings.held > 0 && (
              <p className="text-sm text-fg3">{t('profile:earnings.held', { amount: formatUsd(earnings.held) })}</p>
            )}
          </div>
          <Button size="lg" onClick={request} disabled={!earnings || !accounts}>
            {t('profile:earnings.request')}
          </Button>
        </>
      )}
    </Panel>
  )
}

function PayoutsPanel() {
  const query = usePayouts()
  const { rows, server } = useLoadedPage(query, 'payouts')
  const cancel = useCancelPayout()
  const askAndCancel = async (payout: Payout) => {
    if (await confirm({ title: t('profile:earnings.cancelTitle') })) cancel.mutate(payout.id)
  }
  return (
    <Panel title={t('profile:earnings.payouts')} className="pb-0!">
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          label={t('profile:earnings.payouts')}
          rows={rows}
          server={server}
          rowKey={(payout) => payout.id}
          error={query.error}
          onRetry={() => void query.refetch()}
          minWidth={460}
          isStackable
          empty={<EmptyState title={t('profile:earnings.noPayouts')} />}
          columns={[
            {
              key: 'date',
              header: t('profile:earnings.date'),
              cell: (payout) => (
                <span className="whitespace-nowrap text-fg2">
                  <RelativeTime at={payout.created_at} />
                </span>
              ),
            },
            {
              key: 'amount',
              header: t('profile:earnings.amount'),
              cell: (payout) => (
                <span className="num font-medium">
                  {formatUsd(payout.amount)} {t('price.currency')}
                </span>
              ),
            },
            {
              key: 'status',
              header: t('profile:earnings.status'),
              cell: (payout) => (
                <div className="py-2">
                  <StatusPill tone={TONES[payout.status]}>{t(`profile:earnings.statuses.${payout.status}`)}</StatusPill>
                  {payout.reason && (
                    <p dir="auto" className="mt-1 text-sm wrap-anywhere text-fg3 first-letter:uppercase">
                      {payout.reason}
                    </p>
                  )}
                  {payout.account && (
                    <p className="mt-1 text-sm wrap-anywhere text-fg3">
                      {t('profile:earnings.to', { account: accountName(payout.account) })}
                    </p>
                  )}
                </div>
              ),
            },
          ]}
          actions={(payout) =>
            payout.status === 'REQUESTED' ? (
              <Button variant="ghost" size="sm" onClick={() => void askAndCancel(payout)}>
                {t('actions.cancel')}
              </Button>
            ) : null
          }
        />
      </div>
    </Panel>
  )
}
