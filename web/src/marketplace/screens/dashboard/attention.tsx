import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { addressOf } from '@verso/protocol/pages/pages'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useCredit } from '../../../api/money/credits.ts'
import { useNfts } from '../../../api/nfts/nfts.ts'
import { usePayments } from '../../../api/money/payments.ts'
import { useMe } from '../../../api/users.ts'
import { useWallets } from '../../../api/wallets.ts'
import { t } from '../../../lib/i18n.ts'
import { Link } from '../../../ui/link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'
import { isPayable, paymentName } from '../../payment/payment-state.ts'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'

type Item = { key: string; text: string; to: string }

/** The checklist of a new member, and what waits for any: unpaid orders, failed mints, missing wallet or credits. */
export function Attention() {
  const steps = useFirstSteps()
  const { items, failed } = useAttentionItems()
  const isNew = steps !== undefined && steps.length > 0
  // In place of saying that nothing needs attention.
  const isAlone = isNew && !failed[0] && !items?.length
  return (
    <div className="flex flex-col gap-6">
      {isNew && <FirstSteps steps={steps} />}
      {!isAlone && <Waiting items={steps && items} failed={failed} />}
    </div>
  )
}

type WaitingProps = Omit<ReturnType<typeof useAttentionItems>, 'items'> & { items: Item[] | undefined }

function Waiting({ items, failed }: WaitingProps) {
  return (
    <Panel title={t('dashboard.attention')}>
      {failed[0] ? (
        <ErrorState error={failed[0].error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />
      ) : !items ? (
        <Skeleton className="h-32" />
      ) : items.length === 0 ? (
        <p className="flex items-center gap-2.5 text-fg2">
          <CircleCheck size={18} aria-hidden className="text-ok" />
          {t('dashboard.nothing')}
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {items.map(({ key, text, to }) => (
            <li key={key}>
              <Link to={to} className="flex min-h-12 items-center gap-3 rounded-md py-2 hover:text-accent-text">
                <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
                <span className="min-w-0 flex-1">{text}</span>
                <ChevronRight size={16} aria-hidden className="shrink-0 text-fg3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function useAttentionItems() {
  const { data: me } = useMe()
  const credit = useCredit()
  const wallets = useWallets()
  const payments = usePayments()
  const created = useNfts({ created_by: me?.id, limit: 100 }, me !== undefined)
  return {
    items: listItems({ credit: credit.data, wallets: wallets.data, payments: payments.data, created: created.data }),
    failed: [credit, wallets, payments, created].filter((query) => query.isLoadingError),
  }
}

type Known = {
  credit: ReturnType<typeof useCredit>['data']
  wallets: ReturnType<typeof useWallets>['data']
  payments: ReturnType<typeof usePayments>['data']
  created: ReturnType<typeof useNfts>['data']
}

function listItems({ credit, wallets, payments, created }: Known): Item[] | undefined {
  if (!credit || !wallets || !payments || !created) return undefined
  const items: Item[] = []
  for (const payment of payments.rows) {
    const to = addressOf('order', { paymentId: payment.id })
    if (isPayable(payment))
      items.push({ key: payment.id, text: t('dashboard.unpaid', { name: paymentName(payment) }), to })
    if (payment.status === 'NEEDS_REVIEW')
      items.push({ key: payment.id, text: t('dashboard.review', { name: paymentName(payment) }), to })
  }
  for (const nft of created.nfts) {
    if (nft.mint_tx.status === 'FAILED') {
      items.push({
        key: nft.id,
        text: t('dashboard.mintFailed', { name: nft.name }),
        to: addressOf('nft', { nftId: nft.id }),
      })
    }
  }
  const waiting = created.nfts.filter((nft) => nft.approval === 'PENDING' && !nft.taken_down).length
  if (waiting > 0)
    items.push({ key: 'approval', text: t('dashboard.waiting', { count: waiting }), to: addressOf('collection') })
  if (wallets.length === 0) {
    items.push({
      key: 'wallet',
      text: t('dashboard.noWallet'),
      to: addressOf('settingsTab', { tab: 'crypto-wallets' }),
    })
  }
  if (Math.round(credit.credit * 100) < NETWORK_FEE_CENTS) {
    items.push({ key: 'credit', text: t('dashboard.noCredit'), to: addressOf('settingsTab', { tab: 'credits' }) })
  }
  return items
}
