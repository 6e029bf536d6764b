import '../../../locales/nft-withdraw-texts.ts'
import type { Nft } from '@verso/protocol/nfts'
import { useSession } from '../../../api/session.ts'
import { useWallets } from '../../../api/wallets.ts'
import { isUnderWay, useWithdrawal } from '../../../api/nfts/withdrawals.ts'
import { t } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** How one's own withdrawal of this NFT goes, and how a token that left comes back; nothing for everybody else. */
export function WithdrawalNotice({ nft, isOwner }: { nft: Nft; isOwner: boolean }) {
  const isMember = useSession() === 'member'
  const isOutside = nft.custody === 'OUTSIDE'
  const { data: withdrawal } = useWithdrawal(nft.id, isMember && (isOwner || isOutside))
  const { data: wallets } = useWallets()
  if (!withdrawal) return null
  const { address, status } = withdrawal
  if (isUnderWay(withdrawal)) {
    return (
      <Notice kind="info">
        <span className="flex items-start gap-2">
          <Spinner className="mt-1 text-accent-text" />
          <span className="min-w-0 wrap-anywhere">{t('nft.withdraw.underWay', { address })}</span>
        </span>
      </Notice>
    )
  }
  // Until it is listed again. That it was called off may have changed the NFT itself, so its own date says nothing.
  if (status === 'FAILED' && isOwner && (nft.latest_listing?.created_at ?? '') <= withdrawal.created_at) {
    return (
      <Notice>
        <p>{t('nft.withdraw.failed')}</p>
        {withdrawal.error && <p className="mt-1 text-sm wrap-anywhere">{withdrawal.error}</p>}
      </Notice>
    )
  }
  if (status !== 'CONFIRMED' || !isOutside) return null
  const back = wallets?.find((wallet) => wallet.chain === nft.chain)?.public_address
  return (
    <Notice kind="info">
      <p className="wrap-anywhere">{t('nft.withdraw.outside', { address })}</p>
      {back && <p className="mt-1 text-sm wrap-anywhere text-fg3">{t('nft.withdraw.comesBack', { address: back })}</p>}
    </Notice>
  )
}
