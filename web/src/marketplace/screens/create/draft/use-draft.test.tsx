import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../api/query-client.ts'
import { publicSettings } from '../../../../api/settings.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { problemOfFile } from '../files/check-file.ts'
import { EMPTY } from '../create-form.ts'
import type { CreateInput, CreateValues } from '../create-schema.ts'
import { type DraftFiles, keepDraftFiles, readDraftFiles } from './draft-files.ts'
import { type ChosenFiles, useChosenFiles } from '../files/use-chosen-files.ts'
import { useDraft } from './use-draft.ts'

vi.mock('../files/check-file.ts', () => ({ problemOfFile: vi.fn() }))
vi.mock('./draft-files.ts', () => ({ readDraftFiles: vi.fn(), keepDraftFiles: vi.fn() }))

const png = (name: string) => new File([name], name, { type: 'image/png' })
type Drawn = { form: UseFormReturn<CreateInput, unknown, CreateValues>; chosen: ChosenFiles }
let drawn: Drawn
let root: Root
const resume = vi.fn()

function Draft({ onDrawn }: { onDrawn: (now: Drawn) => void }) {
  const form = useForm<CreateInput, unknown, CreateValues>({ defaultValues: EMPTY })
  const chosen = useChosenFiles(form)
  useDraft(form, chosen, resume)
  onDrawn({ form, chosen })
  return null
}
const open = () => act(async () => root.render(<Draft onDrawn={(now) => (drawn = now)} />))
const choose = (name: string) => act(() => drawn.chosen.choose('nftFile', png(name)))
const names = () => drawn.form.getValues(['nftFile', 'thumbnail']).map((file) => (file as File | undefined)?.name)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.mocked(problemOfFile).mockResolvedValue(undefined)
  vi.mocked(readDraftFiles).mockResolvedValue({ files: {}, memory: {} })
  vi.mocked(keepDraftFiles).mockResolvedValue()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

test('a thumbnail that followed the artwork follows the next one too after a reload', async () => {
  await open()
  await choose('first.png')
  const kept = vi.mocked(keepDraftFiles).mock.lastCall?.[0] as DraftFiles
  vi.mocked(readDraftFiles).mockResolvedValue({ files: kept, memory: {} })
  await act(async () => root.unmount())
  root = createRoot(document.createElement('div'))
  await open()
  await eventually(() => expect(names()).toEqual(['first.png', 'first.png']))
  await choose('second.png')
  expect(names()).toEqual(['second.png', 'second.png'])
})

test('a thumbnail of its own stays when another artwork is chosen after a reload', async () => {
  vi.mocked(readDraftFiles).mockResolvedValue({
    files: { nftFile: png('first.png'), thumbnail: png('own.png'), isThumbnailCopied: false },
    memory: {},
  })
  await open()
  await eventually(() => expect(names()).toEqual(['first.png', 'own.png']))
  await choose('second.png')
  expect(names()).toEqual(['second.png', 'own.png'])
})

test('an artwork above the limit in force for thumbnails is not copied as one', async () => {
  queryClient.setQueryData(publicSettings.queryKey, { limits: { thumbnail_bytes: 9 } } as never)
  await open()
  await choose('first.png')
  expect(names()).toEqual(['first.png', 'first.png'])
  await choose('second.png')
  expect(names()).toEqual(['second.png', undefined])
  queryClient.clear()
})

test('files of the last visit do not mix with one that is chosen and still being checked', async () => {
  let endReading: (kept: Awaited<ReturnType<typeof readDraftFiles>>) => void = () => undefined
  let endCheck: (problem: undefined) => void = () => undefined
  vi.mocked(readDraftFiles).mockReturnValue(new Promise((resolve) => (endReading = resolve)))
  vi.mocked(problemOfFile).mockReturnValue(new Promise((resolve) => (endCheck = resolve)))
  await open()
  const choosing = drawn.chosen.choose('nftFile', png('new.png'))
  await act(async () => endReading({ files: { nftFile: png('old.png'), thumbnail: png('old.png') }, memory: {} }))
  expect(names()).toEqual([undefined, undefined])
  expect(resume).not.toHaveBeenCalled()
  endCheck(undefined)
  await act(() => choosing)
  expect(names()).toEqual(['new.png', 'new.png'])
})
