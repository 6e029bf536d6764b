import '../../../locales/create-texts.ts'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { formatCents } from '@verso/protocol/usd'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useSettings } from '../../../api/settings.ts'
import { goBack } from '../../../lib/navigation/go-back.ts'
import { t } from '../../../lib/i18n.ts'
import { useFocusFirstError } from '../../../lib/forms/use-focus-first-error.ts'
import { useZodForm } from '../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { findBlocker, showBlocker } from '../../nfts/blockers.ts'
import { CreateFields } from './create-fields.tsx'
import type { CreateInput, CreateValues } from './create-schema.ts'
import { CreatePreview } from './create-preview.tsx'
import { readDraft } from './draft/draft.ts'
import { PublishSteps } from './publish-steps.tsx'
import { useChosenFiles } from './files/use-chosen-files.ts'
import { useCreateNft } from './use-create-nft.ts'
import { useDraft } from './draft/use-draft.ts'

export function CreateScreen() {
  const form = useZodForm<CreateInput, CreateValues>(
    async () => (await (await import('./create-schema.ts')).loadCreateSchema()) as never,
    { defaultValues: readDraft() },
  )
  const focusFirstError = useFocusFirstError()
  const clearChain = () =>
    form.setValue('chain', '' as CreateInput['chain'], { shouldValidate: form.formState.isSubmitted })
  const refuseFile = (field: 'nftFile' | 'thumbnail', reason: string) => {
    form.setValue(field, undefined as never)
    form.setError(field, { type: 'refused', message: reason })
    focusFirstError()
  }
  const { progress, failedStep, create, cancel, resume } = useCreateNft({
    onBlockedWallet: clearChain,
    onRefusedFile: refuseFile,
  })
  const creatingStopped = useSettings().data?.creating_stopped
  const values = form.watch()
  const chosen = useChosenFiles(form)
  useDraft(form, chosen, resume)
  const checkChain = useChainCheck(clearChain, () => form.getValues('chain'))
  const isCreating = progress !== null
  return (
    <div className="page grid max-w-[1120px] gap-x-14 gap-y-8 py-8 md:grid-cols-[minmax(0,1fr)_340px] md:py-10">
      <form onSubmit={form.submit(create)} noValidate className="flex min-w-0 flex-col gap-6">
        <PageHeading lead={t('create.lead')}>{t('create.title')}</PageHeading>
        {creatingStopped && <Notice kind="info">{creatingStopped}</Notice>}
        {/* What is published is what was there when it began. */}
        <fieldset disabled={isCreating} className="flex min-w-0 flex-col gap-6">
          <CreateFields form={form} values={values} progress={progress} chosen={chosen} onChain={checkChain} />
        </fieldset>
        <PublishSteps progress={progress} failedStep={failedStep} onCancel={cancel} />
        <div className="mt-2 flex flex-wrap items-center gap-4 border-t border-line pt-6">
          <Button type="submit" size="lg" className="px-8!" isPending={isCreating} disabled={Boolean(creatingStopped)}>
            {t(failedStep ? 'actions.tryAgain' : 'create.submit')}
          </Button>
          <p className="text-sm text-fg3">{t('create.needs', { amount: formatCents(NETWORK_FEE_CENTS) })}</p>
        </div>
      </form>
      <CreatePreview values={values} />
    </div>
  )
}

/** As soon as a chain is chosen: a wallet with an address and enough credits, or the blocker that says so (docs/rules.md R66). */
function useChainCheck(clearChain: () => void, chosen: () => CreateInput['chain']) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (chain: CreateInput['chain']) => {
    const blocker = await findBlocker(client, chain).catch(() => undefined)
    // Another was chosen meanwhile.
    if (!blocker || chosen() !== chain) return
    const onCancel = blocker === 'insufficientCredits' ? () => goBack(navigate) : clearChain
    showBlocker(blocker, { navigate, chain, onCancel })
  }
}
