import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { ArrowUpRight, Ellipsis, Flag, Link2, Tag } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { sessionKind } from '../../../../api/session.ts'
import { t } from '../../../../lib/i18n.ts'
import { Link } from '../../../../ui/link.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { openModal } from '../../../../ui/overlays/modal.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { copyLink } from './share-nft.ts'

// Forms and their rules are loaded when one is opened.
const ReportForm = lazyPart(() => import('./report-form.tsx'), 'ReportForm')
const WithdrawForm = lazyPart(() => import('./withdraw-form.tsx'), 'WithdrawForm')

export function NftMenu({ nft, isOwner }: { nft: Nft; isOwner: boolean }) {
  return (
    <Menu
      label={t('nft.menu.label')}
      trigger={<Ellipsis size={20} aria-hidden />}
      triggerClassName="btn-ghost rounded-md!"
    >
      <button type="button" onClick={() => void copyLink(nft)}>
        <Link2 size={16} aria-hidden />
        {t('nft.menu.copyLink')}
      </button>
      {isOwner && (
        <Link to={addressOf('sell', { nftId: nft.id })}>
          <Tag size={16} aria-hidden />
          {t('nft.menu.sell')}
        </Link>
      )}
      {isOwner && nft.mint_tx.status === 'SUCCESSED' && nft.custody === 'HELD' && (
        <button type="button" onClick={() => openWithdraw(nft)}>
          <ArrowUpRight size={16} aria-hidden />
          {t('nft.menu.withdraw')}
        </button>
      )}
      <button type="button" onClick={() => openReport(nft)}>
        <Flag size={16} aria-hidden />
        {t('nft.menu.report')}
      </button>
    </Menu>
  )
}

const openWithdraw = (nft: Nft) =>
  openModal({
    title: t('nft.withdraw.title'),
    render: (close) => (
      <Suspense>
        <WithdrawForm nft={nft} close={close} />
      </Suspense>
    ),
  })

function openReport(nft: Nft) {
  if (sessionKind() !== 'member') return void toast.error(t('buy.signIn'))
  openModal({
    title: t('nft.menu.report'),
    render: (close) => (
      <Suspense>
        <ReportForm nftId={nft.id} close={close} />
      </Suspense>
    ),
  })
}
