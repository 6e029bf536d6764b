import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CreateInput, CreateValues } from './create-schema.ts'
import { keepDraft } from './draft.ts'
import { type DraftFiles, keepDraftFiles, type PublishMemory, readDraftFiles } from './draft-files.ts'

const FIELDS = ['nftFile', 'thumbnail'] as const
type Form = Pick<UseFormReturn<CreateInput, unknown, CreateValues>, 'watch' | 'getValues' | 'setValue'>

/** Keeps what is typed and chosen, and puts the files of the last visit back; `resume` learns what was done with them. */
export function useDraft(form: Form, resume: (files: DraftFiles, memory: PublishMemory) => void): void {
  const { watch, getValues, setValue } = form
  const resumeLatest = useRef(resume)
  useEffect(() => {
    const filesOf = (): DraftFiles => Object.fromEntries(FIELDS.map((field) => [field, getValues(field)]))
    const { unsubscribe } = watch((values, { name }) => {
      keepDraft(values)
      if (FIELDS.some((field) => field === name)) void keepDraftFiles(filesOf())
    })
    void readDraftFiles().then(({ files, memory }) => {
      // Who was faster than the store has chosen anew.
      if (FIELDS.some((field) => getValues(field))) return
      resumeLatest.current(files, memory)
      for (const field of FIELDS) if (files[field]) setValue(field, files[field])
    })
    return unsubscribe
  }, [watch, getValues, setValue])
}
