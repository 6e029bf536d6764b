import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { problemOfFile } from './check-file.ts'
import { tellNotLoaded } from '../../../../lib/when-loaded.ts'
import { t } from '../../../../lib/i18n.ts'
import type { CreateInput, CreateValues } from '../create-schema.ts'
import type { DraftFiles } from '../draft/draft-files.ts'
import { copyAsThumbnail } from '../thumbnail/copy-picture.ts'
import { thumbnailMaxBytes } from '../thumbnail/thumbnail-limit.ts'

export const FILE_FIELDS = ['nftFile', 'thumbnail'] as const
export type FileField = (typeof FILE_FIELDS)[number]
export type ChosenFiles = {
  choose: (field: FileField, file: File | undefined) => Promise<void>
  current: () => DraftFiles
  restore: (files: DraftFiles) => boolean
  /** A thumbnail that a dialog has made; `isMade`: from the artwork. */
  adopt: (thumbnail: File, options: { isMade: boolean }) => void
  /** The thumbnail was made from the artwork, and follows it until another is chosen. */
  isThumbnailMade: boolean
  isTaking: boolean
}

/** Puts chosen files into the form once they are known to be readable; a refused one leaves its reason beside the field. */
export function useChosenFiles(form: UseFormReturn<CreateInput, unknown, CreateValues>): ChosenFiles {
  // The thumbnail that was made from the artwork: it follows the artwork until another is chosen.
  const made = useRef<File>(undefined)
  // The latest choice of each field: a slower check of an earlier file must not win.
  const latest = useRef<Partial<Record<FileField, File | undefined>>>({})
  const [isTaking, setIsTaking] = useState(false)

  const put = async (field: FileField, file: File | undefined): Promise<void> => {
    form.setValue(field, file as File)
    if (file) form.clearErrors(field)
    else if (form.formState.isSubmitted) await form.trigger(field)
  }

  const putMade = async (thumbnail: File | undefined): Promise<void> => {
    made.current = thumbnail
    await put('thumbnail', thumbnail)
  }

  const followArtwork = async (artwork: File | undefined): Promise<void> => {
    const thumbnail = form.getValues('thumbnail') as File | undefined
    if (thumbnail && thumbnail !== made.current) return setIsTaking(false)
    await putMade(artwork && copyAsThumbnail(artwork, thumbnailMaxBytes()))
    setIsTaking(Boolean(artwork && !made.current))
    if (!artwork || made.current) return
    const taken = await import('../thumbnail/take-thumbnail.ts').then(
      ({ takeThumbnail }) => takeThumbnail(artwork, thumbnailMaxBytes()),
      tellNotLoaded,
    )
    if (form.getValues('nftFile') !== artwork) return
    setIsTaking(false)
    // Meanwhile one of their own was chosen.
    if (form.getValues('thumbnail')) return
    if (taken) await putMade(taken)
    else form.setError('thumbnail', { type: 'untaken', message: t('create.untaken') })
  }

  const choose: ChosenFiles['choose'] = async (field, file) => {
    latest.current[field] = file
    const problem = file && (await problemOfFile(file))
    if (latest.current[field] !== file) return
    const taken = problem ? undefined : file
    await put(field, taken)
    if (field === 'nftFile') await followArtwork(taken)
    if (problem) form.setError(field, { type: 'unreadable', message: problem })
  }

  const isMade = (thumbnail: File | undefined) => thumbnail !== undefined && thumbnail === made.current

  const adopt: ChosenFiles['adopt'] = (thumbnail, options) => {
    latest.current.thumbnail = thumbnail
    if (options.isMade) made.current = thumbnail
    void put('thumbnail', thumbnail)
  }

  const current: ChosenFiles['current'] = () => {
    const [nftFile, thumbnail] = form.getValues(FILE_FIELDS) as (File | undefined)[]
    return { nftFile, thumbnail, isThumbnailCopied: isMade(thumbnail) }
  }

  /** The files of the last visit. Who was faster than their store has chosen anew, also when that is still being checked. */
  const restore: ChosenFiles['restore'] = (files) => {
    if (FILE_FIELDS.some((field) => field in latest.current)) return false
    made.current = files.isThumbnailCopied ? files.thumbnail : undefined
    for (const field of FILE_FIELDS) if (files[field]) form.setValue(field, files[field])
    // It was left while the thumbnail was still being taken.
    if (files.nftFile && !files.thumbnail) void followArtwork(files.nftFile)
    return true
  }
  const isThumbnailMade = isMade(form.getValues('thumbnail') as File | undefined)
  return { choose, current, restore, adopt, isThumbnailMade, isTaking }
}
