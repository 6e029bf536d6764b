import { useEffect, useSyncExternalStore } from 'react'
import { sessionKind, subscribeToSession } from '../../../api/session.ts'
import { keepMemory, type PublishMemory } from './draft/draft-files.ts'
import type { NftPublisher } from './publish-nft.ts'
import type { PublishProgress, Step } from './publish-progress.ts'

/**
 * The publication of this tab. It goes on while its member looks at other pages, is shown again when they come back, and
 * ends with their session. There is one at a time: a second would upload and pay once more.
 */
type PublicationState = { progress: PublishProgress | null; failedStep: Step | null }
/** The form's part in its publication, while it is on the page. */
export type CreateForm = {
  onBlockedWallet: () => void
  /** The server does not take a file: it is cleared, with the reason beside it. */
  onRefusedFile: (field: 'nftFile' | 'thumbnail', reason: string) => void
}
/** One run of a publication; its progress is not shown once another has begun. */
export type Run = {
  signal: AbortSignal
  onProgress: (progress: PublishProgress) => void
  end: (failedStep: Step | null) => void
}

const IDLE: PublicationState = { progress: null, failedStep: null }

let state = IDLE
let running: AbortController | undefined
let publisher: NftPublisher | undefined
let memory: PublishMemory = {}
let form: CreateForm | undefined
/** Its NFT is made: the form, with all that made it, is still on the page until the next one has come. */
let isOver = false

const listeners = new Set<() => void>()
function show(next: PublicationState): void {
  state = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePublication = (): PublicationState => useSyncExternalStore(subscribe, () => state)

/** The form that is on the page, if one is. */
export const shownForm = (): CreateForm | undefined => form
export function useShownForm(shown: CreateForm): void {
  useEffect(() => {
    form = shown
    return () => {
      form = undefined
    }
  })
  useEffect(
    () => () => {
      if (isOver) forgetPublication()
    },
    [],
  )
}

/** Undefined while one is under way. */
export function beginPublication(): Run | undefined {
  if (state.progress) return undefined
  const controller = new AbortController()
  running = controller
  const tell = (next: PublicationState) => running === controller && show(next)
  const onProgress = (progress: PublishProgress) => void tell({ progress, failedStep: null })
  onProgress({ step: 'artwork', percent: 0, bytesPerSecond: null })
  return { signal: controller.signal, onProgress, end: (failedStep) => void tell({ progress: null, failedStep }) }
}

export const cancelPublication = (): void => running?.abort()

/** The publisher is loaded with the first try; until then `memory` keeps what it resumes from. */
export async function loadPublisher(): Promise<NftPublisher> {
  const { NftPublisher } = await import('./publish-nft.ts')
  if (!publisher) {
    publisher = new NftPublisher(keepMemory)
    publisher.resume(memory)
  }
  return publisher
}

/** Goes on where the last visit's publication was; the one that is under way knows better. */
export function resumePublication(found: PublishMemory): void {
  if (state.progress) return
  memory = found
  publisher?.resume(found)
}

/** The NFT is made. The form can make no second one before it has gone. */
export function endPublication(): void {
  if (form) isOver = true
  else forgetPublication()
}

/** Nothing of it is left: the next is of another NFT, or of another member. */
export function forgetPublication(): void {
  running?.abort()
  running = undefined
  publisher = undefined
  memory = {}
  isOver = false
  show(IDLE)
}

subscribeToSession(() => sessionKind() === 'member' || forgetPublication())
