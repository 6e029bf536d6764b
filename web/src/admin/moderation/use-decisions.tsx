import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { type Decision, useBlockBytes, useDecideNft } from '../../api/admin/admin-moderation.ts'
import { NAMED_REPORTS_MAX } from '@verso/protocol/limits'
import { useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { confirm, openModal } from '../../ui/overlays/modal.ts'
import { ReasonForm } from '../reason-form.tsx'

type Nft = Pick<ModerationItem['nft'], 'id' | 'name' | 'approval'>
/** An NFT, and the open reports of it that are on the page. */
type Subject = { nft: Nft; reports?: readonly { id: string }[] }

/** The decisions about an NFT; one that needs a reason asks for it first. */
export function useDecisions() {
  const { mutateAsync } = useDecideNft()
  const [decidingIds, setDecidingIds] = useState<readonly string[]>([])
  const [decidedIds, setDecidedIds] = useState<readonly string[]>([])
  const blocking = useBlockBytes()
  const lastRefused = useRef<Subject>(undefined)
  const isDeciding = ({ nft }: Subject) => decidingIds.includes(nft.id)
  const decide = async ({ nft }: Subject, decision: Decision) => {
    const { id } = nft
    setDecidingIds((ids) => [...ids, id])
    try {
      await mutateAsync({ nft, decision })
      setDecidedIds((ids) => [...ids, id])
    } finally {
      setDecidingIds((ids) => ids.filter((one) => one !== id))
    }
  }
  /** Its toast says what the server refused. */
  const decideAtOnce = (item: Subject, decision: Decision) => void decide(item, decision).catch(() => undefined)

  const approve = (item: Subject) => {
    if (!isDeciding(item)) decideAtOnce(item, { approved: true, reports: shownReports(item) })
  }
  const refuse = (item: Subject) => {
    openModal({
      title: t('admin:queue.refuseForm.title', { name: item.nft.name }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:queue.refuseForm.lead')}
          label={t('admin:queue.refuseForm.reason')}
          submitLabel={t('admin:queue.refuse')}
          onSubmit={async (reason) => {
            await decide(item, { approved: false, reason })
            lastRefused.current = { ...item, nft: { ...item.nft, approval: 'REFUSED' } }
          }}
          onDone={close}
        />
      ),
    })
  }
  /** The NFT that was refused last here is approved after all: a key is pressed by mistake more easily than a button. */
  const approveRefused = () => {
    if (!lastRefused.current || isDeciding(lastRefused.current)) return
    approve(lastRefused.current)
    lastRefused.current = undefined
  }
  const takeDown = (item: Subject) => {
    openModal({
      title: t('admin:queue.takeDownForm.title', { name: item.nft.name }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:queue.takeDownForm.lead')}
          label={t('admin:queue.takeDownForm.reason')}
          submitLabel={t('admin:queue.takeDown')}
          onSubmit={(reason) => decide(item, { taken_down: true, reason })}
          onDone={close}
        />
      ),
    })
  }
  const restore = async (nft: Nft) => {
    const isMeant = await confirm({
      title: t('admin:moderation.restoreTitle', { name: nft.name }),
      body: t('admin:moderation.restoreText'),
      confirmLabel: t('admin:moderation.restore'),
    })
    if (isMeant) decideAtOnce({ nft }, { taken_down: false, reports: [] })
  }
  const blockBytes = (item: Subject) => {
    openModal({
      title: t('admin:queue.blockForm.title'),
      render: (close) => (
        <ReasonForm
          lead={t('admin:queue.blockForm.lead', { name: item.nft.name })}
          label={t('admin:queue.blockForm.reason')}
          submitLabel={t('admin:queue.blockForm.submit')}
          onSubmit={async (reason) => {
            await blocking.mutateAsync({ nftId: item.nft.id, decision: { blocked: true, reason } })
            setDecidedIds((ids) => [...ids, item.nft.id])
          }}
          onDone={close}
        />
      ),
    })
  }
  const unblockBytes = async (nft: Nft) => {
    const isMeant = await confirm({
      title: t('admin:moderation.unblockTitle'),
      body: t('admin:moderation.unblockText'),
      confirmLabel: t('admin:moderation.unblock'),
    })
    if (isMeant) blocking.mutate({ nftId: nft.id, decision: { blocked: false } })
  }
  return {
    approve,
    refuse,
    approveRefused,
    takeDown,
    restore,
    blockBytes,
    unblockBytes,
    decidingIds,
    isDecidedHere: (nftId: string) => decidingIds.includes(nftId) || decidedIds.includes(nftId),
  }
}

/** Reports that were not read here stay in the queue. */
const shownReports = ({ reports = [] }: Subject): string[] => reports.slice(0, NAMED_REPORTS_MAX).map(({ id }) => id)
