import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CreateInput, CreateValues } from '../create-schema.ts'
import { keepDraft } from './draft.ts'
import { type DraftFiles, keepDraftFiles, type PublishMemory, readDraftFiles } from './draft-files.ts'
import { type ChosenFiles, FILE_FIELDS } from '../files/use-chosen-files.ts'

type Form = Pick<UseFormReturn<CreateInput, unknown, CreateValues>, 'watch'>
type Resume = (memory: PublishMemory) => void

/** Keeps what is typed and chosen, and puts the files of the last visit back; `resume` learns what was done with them. */
export function useDraft({ watch }: Form, chosen: ChosenFiles, resume: Resume): void {
  const keepFiles = useEffectEvent(() => void keepDraftFiles(chosen.current()))
  const goOn = useEffectEvent((files: DraftFiles, memory: PublishMemory) => {
    if (chosen.restore(files)) resume(memory)
  })
  useEffect(() => {
    const { unsubscribe } = watch((values, { name }) => {
      keepDraft(values)
      if (FILE_FIELDS.some((field) => field === name)) keepFiles()
    })
    void readDraftFiles().then(({ files, memory }) => goOn(files, memory))
    return unsubscribe
  }, [watch])
}
