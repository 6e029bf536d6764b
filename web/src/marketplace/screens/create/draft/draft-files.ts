import { delMany, getMany, setMany } from 'idb-keyval'
import { memberId } from '../../../../api/session.ts'

/**
 * The parts of a draft that are no text: the chosen files, and how far their publication has come. Kept for the member
 * who made it, as another member of the same browser has no business with it.
 */
export type DraftFiles = {
  nftFile?: File | undefined
  thumbnail?: File | undefined
  /** The thumbnail was made from the artwork, and follows it. */
  isThumbnailCopied?: boolean
}
/** The files uploaded so far with their ids, and the key under which an NFT of that artwork was asked for: it is made once. */
export type PublishMemory = {
  nftFile?: { of: string; id: string } | undefined
  thumbnail?: { of: string; id: string } | undefined
  sent?: { file: string; idempotencyKey: string } | undefined
}

const FILES = 'createNftFiles'
const MEMORY = 'createNftMemory'
type Kept<T> = { member: string; value: T }

/** Tells a file that was uploaded from another that was chosen since. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`

/** A browser that keeps nothing (a private window, a full disk) has the draft without its files. */
export async function readDraftFiles(): Promise<{ files: DraftFiles; memory: PublishMemory }> {
  const kept = await getMany<Kept<object> | undefined>([FILES, MEMORY]).catch(() => [])
  const isOwn = (one: Kept<object> | undefined) => one?.member === memberId()
  if (kept.some((one) => one && !isOwn(one))) await forgetDraftFiles()
  const [files, memory] = kept.map((one) => (isOwn(one) ? one?.value : undefined))
  return { files: files ?? {}, memory: memory ?? {} }
}

export const keepDraftFiles = (files: DraftFiles): Promise<void> => keep(FILES, files)
export const keepMemory = (memory: PublishMemory): Promise<void> => keep(MEMORY, memory)
export const forgetDraftFiles = (): Promise<void> => delMany([FILES, MEMORY]).catch(() => undefined)

/** Nothing is stored without a session: an upload may end after the member has signed out. */
async function keep(key: string, value: object): Promise<void> {
  const member = memberId()
  if (member) await setMany([[key, { member, value }]]).catch(() => undefined)
}
