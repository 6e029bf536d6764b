import type { FiatAccount } from '@verso/protocol/money/accounts'
import { Landmark } from 'lucide-react'
import { useFiatAccounts, useRemoveFiatAccount } from '../../../../api/money/earnings.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { confirm, openModal } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { BankForm } from './bank-form.tsx'

export const askForBank = (): void =>
  void openModal({ title: t('profile:bank.add'), size: 'lg', render: (close) => <BankForm onDone={close} /> })

/** The bank details that payouts go to, masked when they are read. */
export function BankPanel() {
  const { data: accounts, error, refetch } = useFiatAccounts()
  return (
    <Panel title={t('profile:bank.title')} lead={t('profile:bank.lead')}>
      {error && !accounts ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !accounts ? (
        <Skeleton className="h-16 w-full rounded-lg!" />
      ) : (
        accounts.length > 0 && (
          <ul className="flex flex-col gap-2">
            {accounts.map((account) => (
              <BankRow key={account.id} account={account} />
            ))}
          </ul>
        )
      )}
      <Button variant="plain" onClick={askForBank}>
        {t('profile:bank.add')}
      </Button>
    </Panel>
  )
}

function BankRow({ account }: { account: FiatAccount }) {
  const remove = useRemoveFiatAccount()
  const askAndRemove = async () => {
    if (await confirm({ title: t('profile:bank.removeTitle'), isDanger: true })) remove.mutate(account.id)
  }
  return (
    <li className="flex items-center gap-3 rounded-lg bg-s2 p-4">
      <Landmark size={20} aria-hidden className="shrink-0 text-fg3" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold">
          {account.bank_name}
        </p>
        <p className="num truncate text-sm text-fg3">
          {account.account_number} · {account.currency}
        </p>
      </div>
      <Button variant="ghost" size="sm" onClick={() => void askAndRemove()}>
        {t('actions.remove')}
      </Button>
    </li>
  )
}
