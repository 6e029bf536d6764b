import type { Nft } from '@verso/protocol/nfts'
import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, isSessionEnded } from '../../../api/api-error.ts'
import { invalidateNfts } from '../../../api/nfts/nfts.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { goBack } from '../../../lib/navigation/go-back.ts'
import { t } from '../../../lib/i18n.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import type { Blocker } from '../../nfts/blocker.ts'
import { blockerOf, findBlocker, showBlocker } from '../../nfts/blockers.ts'
import { confirmListing } from '../../nfts/confirm-listing.ts'
import type { CreateValues } from './create-schema.ts'
import { keepMemory, type PublishMemory } from './draft/draft-files.ts'
import type { NftPublisher } from './publish-nft.ts'
import { PublishError, type PublishProgress, type Step } from './publish-progress.ts'

export type CreateState = { progress: PublishProgress | null; failedStep: Step | null }

const FALLBACKS: Record<Step, string> = {
  artwork: t('create.toasts.error'),
  thumbnail: t('create.toasts.error'),
  metadata: t('create.toasts.metadataError'),
  nft: t('create.toasts.nftError'),
}

const FILE_FIELDS: Partial<Record<Step, 'nftFile' | 'thumbnail'>> = { artwork: 'nftFile', thumbnail: 'thumbnail' }
const FILE_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422])

type Options = {
  onBlockedWallet: () => void
  onCreated: () => void
  /** The server does not take a file: it is cleared, with the reason beside it. */
  onRefusedFile: (field: 'nftFile' | 'thumbnail', reason: string) => void
}

/** What publishes comes with the first try; until then it is kept what it goes on with. */
function usePublisher() {
  const publisher = useRef<NftPublisher>(undefined)
  const memory = useRef<PublishMemory>({})
  const load = async (): Promise<NftPublisher> => {
    const { NftPublisher } = await import('./publish-nft.ts')
    if (!publisher.current) {
      publisher.current = new NftPublisher(keepMemory)
      publisher.current.resume(memory.current)
    }
    return publisher.current
  }
  const resume = (found: PublishMemory) => {
    memory.current = found
    publisher.current?.resume(found)
  }
  return { load, resume }
}

/** Creates the NFT step by step, with a toast for each step; `cancel` stops an upload that is under way. */
export function useCreateNft(options: Options) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const publishing = usePublisher()
  const abort = useRef<AbortController>(undefined)
  const [state, setState] = useState<CreateState>({ progress: null, failedStep: null })

  const isBlocked = async (values: CreateValues): Promise<boolean> => {
    const blocker = await findBlocker(client, values.chain)
    if (!blocker) return false
    showBlocker(blocker, wayOn(blocker, values))
    return true
  }
  /** Mended in place, the creation goes on; cancelled, it goes back or clears the chain (docs/rules.md R67). */
  const wayOn = (blocker: Blocker, values: CreateValues) => ({
    navigate,
    chain: values.chain,
    onMended: () => void create(values),
    onCancel: blocker === 'insufficientCredits' ? () => goBack(navigate) : options.onBlockedWallet,
  })

  const create = async (values: CreateValues): Promise<void> => {
    // It is not approved yet (docs/rules.md R68).
    if (values.price && !(await confirmListing())) return
    abort.current = new AbortController()
    const id = await toast.loading(t('create.toasts.creating'))
    const onProgress = (progress: PublishProgress) => setState({ progress, failedStep: null })
    setState({ progress: { step: 'artwork', percent: 0, bytesPerSecond: null }, failedStep: null })
    try {
      if (await isBlocked(values)) return void toast.dismiss(id)
      const publisher = await publishing.load()
      const nft: Nft = await publisher.publish(values, { onProgress, signal: abort.current.signal })
      // The answer to an earlier try may have been lost: then the NFT was made with the values of that one.
      if (publisher.isAsWanted(nft, values)) void toast.success(t('create.toasts.created'), { id })
      else void toast.info(t('create.toasts.createdBefore', { name: nft.name }), { id })
      void invalidateNfts(client)
      void client.invalidateQueries({ queryKey: ['credits'] })
      options.onCreated()
      await navigate(addressOf('nft', { nftId: nft.id }))
    } catch (error) {
      fail(error, id, values)
    } finally {
      setState((current) => ({ ...current, progress: null }))
    }
  }

  const fail = (error: unknown, id: string | number, values: CreateValues) => {
    if (error instanceof DOMException) return void toast.dismiss(id)
    const step = error instanceof PublishError ? error.step : 'artwork'
    const cause = error instanceof PublishError ? error.cause : error
    if (isSessionEnded(cause)) return void toast.dismiss(id)
    const blocker = blockerOf(cause)
    if (blocker) {
      void toast.dismiss(id)
      return showBlocker(blocker, wayOn(blocker, values))
    }
    const reason = errorMessage(cause, FALLBACKS[step])
    void toast.error(reason, { id })
    setState({ progress: null, failedStep: step })
    const field = FILE_FIELDS[step]
    if (field && cause instanceof ApiError && FILE_REFUSALS.has(cause.status)) options.onRefusedFile(field, reason)
  }

  return { ...state, create, resume: publishing.resume, cancel: () => abort.current?.abort() }
}
