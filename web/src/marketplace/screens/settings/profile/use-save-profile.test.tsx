import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadFile } from '../../../../api/files.ts'
import { endSession, startFullSession } from '../../../../api/session.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { DRAWN_ANEW, stubDrawing } from '../../../../testing/stub-drawing.ts'
import { useSaveProfile } from './use-save-profile.ts'

vi.mock('../../../../api/files.ts', () => ({ uploadFile: vi.fn() }))

const photo = (name: string) => new File(['a place, a camera and a picture'], name, { type: 'image/jpeg' })

function Save() {
  const save = useSaveProfile()
  const pictures = { avatar: photo('me.jpg'), header_image: photo('cover.jpg') }
  return (
    <button type="button" onClick={() => save.mutate({ fields: {}, pictures })}>
      Save
    </button>
  )
}

test('of the chosen pictures only what they show is uploaded', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  vi.mocked(uploadFile).mockResolvedValue({ id: '1' } as never)
  const page = await openScreen(<Save />, { answers: { '/api/users/me/': { data: {} } } })
  stubDrawing()
  await act(async () => page.querySelector('button')?.click())
  await eventually(() => expect(uploadFile).toHaveBeenCalledTimes(2))
  const sent = vi.mocked(uploadFile).mock.calls.map(([file]) => file)
  expect(sent.map(({ name }) => name).sort()).toEqual(['cover.jpg', 'me.jpg'])
  expect(await Promise.all(sent.map((file) => file.text()))).toEqual([DRAWN_ANEW, DRAWN_ANEW])
})
