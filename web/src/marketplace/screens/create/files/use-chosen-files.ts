import { THUMBNAIL_MAX_BYTES } from '@verso/protocol/limits'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { problemOfFile } from './check-file.ts'
import { THUMBNAIL_ACCEPT } from '../create-form.ts'
import type { CreateInput, CreateValues } from '../create-schema.ts'
import type { DraftFiles } from '../draft/draft-files.ts'

export const FILE_FIELDS = ['nftFile', 'thumbnail'] as const
export type FileField = (typeof FILE_FIELDS)[number]
export type ChosenFiles = {
  choose: (field: FileField, file: File | undefined) => Promise<void>
  current: () => DraftFiles
  restore: (files: DraftFiles) => boolean
}

/** Puts chosen files into the form once they are known to be readable; a refused one leaves its reason beside the field. */
export function useChosenFiles(form: UseFormReturn<CreateInput, unknown, CreateValues>): ChosenFiles {
  // The thumbnail that was made from the artwork: it follows the artwork until another is chosen.
  const copied = useRef<File>(undefined)
  // The latest choice of each field: a slower check of an earlier file must not win.
  const latest = useRef<Partial<Record<FileField, File | undefined>>>({})

  const put = async (field: FileField, file: File | undefined): Promise<void> => {
    form.setValue(field, file as File)
    if (file) form.clearErrors(field)
    else if (form.formState.isSubmitted) await form.trigger(field)
  }

  const followArtwork = async (file: File | undefined): Promise<void> => {
    const thumbnail = form.getValues('thumbnail') as File | undefined
    if (thumbnail && thumbnail !== copied.current) return
    copied.current = file && canBeThumbnail(file) ? copyOf(file) : undefined
    await put('thumbnail', copied.current)
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

  const current: ChosenFiles['current'] = () => {
    const [nftFile, thumbnail] = form.getValues(FILE_FIELDS) as (File | undefined)[]
    return { nftFile, thumbnail, isThumbnailCopied: thumbnail !== undefined && thumbnail === copied.current }
  }

  /** The files of the last visit. Who was faster than their store has chosen anew, also when that is still being checked. */
  const restore: ChosenFiles['restore'] = (files) => {
    if (FILE_FIELDS.some((field) => field in latest.current)) return false
    copied.current = files.isThumbnailCopied ? files.thumbnail : undefined
    for (const field of FILE_FIELDS) if (files[field]) form.setValue(field, files[field])
    return true
  }
  return { choose, current, restore }
}

// An object of its own: the two are uploaded apart, the thumbnail compressed.
const copyOf = (file: File) => new File([file], file.name, { type: file.type })
const canBeThumbnail = (file: File) => file.type in THUMBNAIL_ACCEPT && file.size <= THUMBNAIL_MAX_BYTES
