import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadFile } from '../../../api/files.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { pickImage } from '../../../ui/fields/image-picker.tsx'
import { DRAWN_ANEW, stubDrawing } from '../../../testing/stub-drawing.ts'
import { PictureButton } from './edit-profile.tsx'

vi.mock('../../../api/files.ts', () => ({ uploadFile: vi.fn() }))
vi.mock('../../../ui/fields/image-picker.tsx', () => ({ pickImage: vi.fn() }))

test.each(['avatar', 'header_image'] as const)('of a new %s only what it shows is uploaded', async (picture) => {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  vi.mocked(uploadFile).mockResolvedValue({ id: '1' } as never)
  vi.mocked(pickImage).mockResolvedValue(new File(['a place and a picture'], 'me.jpg', { type: 'image/jpeg' }))
  const page = await openScreen(<PictureButton picture={picture} />, { answers: { '/api/users/me/': { data: {} } } })
  stubDrawing()
  await act(async () => page.querySelector('button')?.click())
  await eventually(() => expect(uploadFile).toHaveBeenCalled())
  expect(await vi.mocked(uploadFile).mock.lastCall?.[0].text()).toBe(DRAWN_ANEW)
})
