import type { Nft } from '@verso/protocol/nfts'
import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { useNavigate } from 'react-router'
import { ApiError, isFileChanged, isSessionEnded } from '../../../api/api-error.ts'
import { invalidateNfts } from '../../../api/nfts/nfts.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { goBack } from '../../../lib/navigation/go-back.ts'
import { t } from '../../../lib/i18n.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import type { Blocker } from '../../nfts/blocker.ts'
import { blockerOf, findBlocker, showBlocker } from '../../nfts/blockers.ts'
import { confirmListing } from '../../nfts/confirm-listing.ts'
import type { CreateValues } from './create-schema.ts'
import { forgetDraft } from './draft/draft.ts'
import { forgetDraftFiles } from './draft/draft-files.ts'
import {
  beginPublication,
  cancelPublication,
  type CreateForm,
  endPublication,
  loadPublisher,
  resumePublication,
  type Run,
  shownForm,
  usePublication,
  useShownForm,
} from './publication.ts'
import { PublishError, type Step } from './publish-progress.ts'

const FALLBACKS = {
  artwork: 'create.toasts.error',
  thumbnail: 'create.toasts.error',
  metadata: 'create.toasts.metadataError',
  nft: 'create.toasts.nftError',
} as const

const FILE_FIELDS: Partial<Record<Step, 'nftFile' | 'thumbnail'>> = { artwork: 'nftFile', thumbnail: 'thumbnail' }
const FILE_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * Creates the NFT step by step, with a toast for each step; `cancel` stops it before its metadata are saved. Where the
 * member has gone elsewhere meanwhile, they are told, and stay there.
 */
export function useCreateNft(form: CreateForm) {
  const client = useQueryClient()
  const navigate = useNavigate()
  useShownForm(form)

  const isBlocked = async (values: CreateValues, { signal }: Run): Promise<boolean> => {
    const blocker = await findBlocker(client, values.chain)
    signal.throwIfAborted()
    if (!blocker) return false
    showBlocker(blocker, wayOn(blocker, values))
    return true
  }
  /** Mended in place, the creation goes on; cancelled, it goes back or clears the chain (docs/rules.md R67). */
  const wayOn = (blocker: Blocker, values: CreateValues) => ({
    navigate,
    chain: values.chain,
    onMended: () => void create(values),
    onCancel: () => {
      if (blocker !== 'insufficientCredits') shownForm()?.onBlockedWallet()
      else if (shownForm()) goBack(navigate)
    },
  })

  const create = async (values: CreateValues): Promise<void> => {
    // It is not approved yet (docs/rules.md R68).
    if (values.price && !(await confirmListing())) return
    const run = beginPublication()
    if (!run) return
    const id = await toast.loading(t('create.toasts.creating'))
    try {
      if (await isBlocked(values, run)) {
        run.end(null)
        return void toast.dismiss(id)
      }
      const publisher = await loadPublisher()
      const nft = await publisher.publish(values, run)
      // Ends where its member has signed out: the next member of this tab has no business with it.
      run.signal.throwIfAborted()
      succeed(nft, id, publisher.isAsWanted(nft, values))
    } catch (error) {
      fail(error, id, values, run)
    }
  }

  const succeed = (nft: Nft, id: string | number, isAsWanted: boolean) => {
    const view = () => void navigate(addressOf('nft', { nftId: nft.id }))
    const actions = shownForm() ? undefined : ([{ label: t('order.viewNft'), onClick: view }] as const)
    // The answer to an earlier try may have been lost: then the NFT was made with the values of that one.
    if (isAsWanted) void toast.success(t('create.toasts.created'), { id, actions })
    else void toast.info(t('create.toasts.createdBefore', { name: nft.name }), { id, actions })
    void invalidateNfts(client)
    void client.invalidateQueries({ queryKey: ['credits'] })
    forgetDraft()
    void forgetDraftFiles()
    if (shownForm()) view()
    endPublication()
  }

  const fail = (error: unknown, id: string | number, values: CreateValues, run: Run) => {
    const { step, cause } = error instanceof PublishError ? error : { step: 'artwork' as const, cause: error }
    const isOver = error instanceof DOMException || isSessionEnded(cause)
    const blocker = isOver ? undefined : blockerOf(cause)
    run.end(isOver || blocker ? null : step)
    if (isOver || blocker) void toast.dismiss(id)
    if (isOver) return
    if (blocker) return showBlocker(blocker, wayOn(blocker, values))
    const reason = errorMessage(cause, t(FALLBACKS[step]))
    void toast.error(reason, { id })
    const field = FILE_FIELDS[step]
    const isRefused = cause instanceof ApiError && FILE_REFUSALS.has(cause.status)
    if (field && (isFileChanged(cause) || isRefused)) shownForm()?.onRefusedFile(field, reason)
  }

  return { ...usePublication(), create, resume: resumePublication, cancel: cancelPublication }
}
