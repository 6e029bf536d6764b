import { chainName } from '@verso/protocol/chains'
import type { Nft } from '@verso/protocol/nfts'
import { useRetryMint } from '../../../api/nfts/nft-changes.ts'
import { technicalDetails } from '../../../lib/browser/browser-switch.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WithdrawalNotice } from './withdrawal-notice.tsx'

/** Notices about the present state of this NFT: its mint, its approval, where it is held, whether it is leaving. */
export const NftNotices = (props: { nft: Nft; isOwner: boolean }) => (
  <>
    <StateNotice {...props} />
    <WithdrawalNotice {...props} />
  </>
)

function StateNotice({ nft, isOwner }: { nft: Nft; isOwner: boolean }) {
  const isTechnical = technicalDetails.useIsOn()
  if (nft.taken_down) return <Notice>{t('nft.notices.takenDown')}</Notice>
  if (nft.custody === 'OUTSIDE') return <Notice kind="info">{t('nft.notices.outside')}</Notice>
  if (nft.mint_tx.status === 'FAILED') return <MintFailed nft={nft} isOwner={isOwner} />
  if (nft.mint_tx.status === 'PENDING') {
    return (
      <Notice kind="info">
        <span className="flex items-center gap-2">
          <Spinner className="text-accent-text" />
          {isTechnical ? t('nft.notices.mintingOn', { chain: chainName(nft.chain) }) : t('nft.notices.minting')}
        </span>
      </Notice>
    )
  }
  if (isOwner && nft.approval === 'PENDING') return <Notice kind="info">{t('nft.notices.waitingForApproval')}</Notice>
  if (isOwner && nft.approval === 'REFUSED') return <Notice>{t('nft.notices.refused')}</Notice>
  return null
}

function MintFailed({ nft, isOwner }: { nft: Nft; isOwner: boolean }) {
  const retry = useRetryMint()
  return (
    <Notice>
      <p>{t('nft.notices.mintFailed')}</p>
      {isOwner && nft.mint_tx.error && <p className="mt-1 text-sm wrap-anywhere">{nft.mint_tx.error}</p>}
      {isOwner && (
        <Button
          variant="plain"
          size="sm"
          className="mt-3"
          isPending={retry.isPending}
          onClick={() => retry.mutate(nft.id)}
        >
          {t('actions.tryAgain')}
        </Button>
      )}
    </Notice>
  )
}
