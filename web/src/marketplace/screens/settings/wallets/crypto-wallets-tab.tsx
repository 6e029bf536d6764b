import type { Wallet } from '@verso/protocol/money/accounts'
import { chainName } from '@verso/protocol/chains'
import { Plus, WalletCards } from 'lucide-react'
import { useWallets } from '../../../../api/wallets.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { openModal } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/loading/states.tsx'
import { ChainGlyph } from '../../../nfts/chain-glyph.tsx'
import { AddWalletForm } from './add-wallet-form.tsx'
import { RoyaltyPanel } from './royalty-panel.tsx'
import { WalletRetryButton } from './wallet-retry-button.tsx'

/** Settings → Crypto Wallets: the wallets, and where royalties from elsewhere go. */
export const CryptoWalletsTab = () => (
  <div className="flex flex-col gap-5">
    <WalletsPanel />
    <RoyaltyPanel />
  </div>
)

/** Each wallet with its chain and address, or "Transaction pending" with a retry (docs/rules.md R93). */
function WalletsPanel() {
  const { data: wallets, error, refetch } = useWallets()
  const create = () => {
    openModal({
      title: t('profile:wallets.add.title'),
      render: (close) => <AddWalletForm onDone={close} taken={wallets?.map((wallet) => wallet.chain) ?? []} />,
    })
  }
  return (
    <Panel
      title={t('profile:tabs.cryptoWallets')}
      lead={t('profile:wallets.lead')}
      aside={
        <Button variant="plain" onClick={create} disabled={!wallets}>
          <Plus size={17} aria-hidden />
          {t('profile:wallets.create')}
        </Button>
      }
    >
      {error && !wallets ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !wallets ? (
        <Skeleton className="h-20 w-full rounded-lg!" />
      ) : wallets.length === 0 ? (
        <EmptyState
          icon={<WalletCards size={24} />}
          title={t('profile:wallets.none')}
          description={t('profile:wallets.noneHint')}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.id} wallet={wallet} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const WalletRow = ({ wallet }: { wallet: Wallet }) => (
  <li className="flex flex-wrap items-center gap-4 rounded-lg bg-s2 p-4">
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s3">
      <ChainGlyph chain={wallet.chain} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-semibold">{chainName(wallet.chain)}</p>
      {wallet.public_address ? (
        <p className="num text-sm break-all text-fg3">{wallet.public_address}</p>
      ) : (
        <p className="flex items-center gap-2 text-sm text-warn">
          <span aria-hidden className="size-2 rounded-full bg-warn" />
          {t('profile:wallets.pending')}
        </p>
      )}
    </div>
    {wallet.public_address ? (
      <CopyButton text={wallet.public_address} label={t('profile:wallets.copy', { chain: chainName(wallet.chain) })} />
    ) : (
      <WalletRetryButton wallet={wallet} />
    )}
  </li>
)
