import type { ModerationItem } from '@verso/protocol/moderation'
import { type Decision, useDecideNft } from '../../api/admin-moderation.ts'
import { t } from '../../lib/i18n.ts'
import { openModal } from '../../ui/modal.tsx'
import { ReasonForm } from '../reason-form.tsx'

/** What can be done about a work; what needs a reason asks for it first. */
export function useDecisions() {
  const { mutate, mutateAsync, isPending, variables } = useDecideNft()
  const decide = (item: ModerationItem, decision: Decision) => mutateAsync({ nftId: item.nft.id, decision })

  const approve = (item: ModerationItem) => {
    if (!isPending) mutate({ nftId: item.nft.id, decision: { approved: true } })
  }
  const refuse = (item: ModerationItem) => {
    openModal({
      title: t('admin:queue.refuseForm.title', { name: item.nft.name }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:queue.refuseForm.lead')}
          label={t('admin:queue.refuseForm.reason')}
          submitLabel={t('admin:queue.refuse')}
          onSubmit={(reason) => decide(item, { approved: false, reason })}
          onDone={close}
        />
      ),
    })
  }
  const takeDown = (item: ModerationItem) => {
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
  return { approve, refuse, takeDown, decidingId: isPending ? variables.nftId : undefined }
}
