import type { ModeratedNft } from '@verso/protocol/nfts/moderation'
import { type Decision, useDecideNfts } from '../../api/admin/admin-moderation.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ReasonForm } from '../reason-form.tsx'

type SelectedNftsProps = {
  nfts: readonly Pick<ModeratedNft, 'id' | 'approval'>[]
  /** With those that are left as they are. */
  onDone: (leftIds: string[]) => void
}

/** Decides all selected NFTs at once; what needs a reason asks for one that goes to each creator. */
export function SelectedNfts({ nfts, onDone }: SelectedNftsProps) {
  const decide = useDecideNfts()
  const count = nfts.length
  const decideAll = async (decision: Decision) => {
    const left = await decide.mutateAsync({ nfts, decision })
    const [first] = left
    if (first) void toast.error(t('admin:moderation.severalRefused', { count: left.length, reason: first.reason }))
    onDone(left.map(({ nftId }) => nftId))
  }
  // Reports are read in the queue alone. A toast says what went wrong.
  const approve = () => void decideAll({ approved: true, reports: [] }).catch(() => undefined)
  const ask = (words: 'refuse' | 'takeDown') =>
    openModal({
      title: t(`admin:moderation.several.${words}`, { count }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:moderation.several.lead')}
          label={t('admin:queue.refuseForm.reason')}
          submitLabel={t(`admin:queue.${words}`)}
          onSubmit={(reason) =>
            decideAll({ ...(words === 'refuse' ? { approved: false } : { taken_down: true }), reason })
          }
          onDone={close}
        />
      ),
    })
  return (
    <div role="group" aria-label={t('admin:moderation.several.label')} className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-2 text-fg2">
        {t('admin:moderation.several.selected', { count })}
      </p>
      <Button isPending={decide.isPending} onClick={approve}>
        {t('admin:queue.approve')}
      </Button>
      <Button variant="plain" disabled={decide.isPending} onClick={() => ask('refuse')}>
        {t('admin:queue.refuse')}
      </Button>
      <Button variant="danger" disabled={decide.isPending} onClick={() => ask('takeDown')}>
        {t('admin:queue.takeDown')}
      </Button>
      <Button variant="ghost" onClick={() => onDone([])}>
        {t('actions.cancel')}
      </Button>
    </div>
  )
}
