import type { Me } from '@verso/protocol/users'
import { act, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../../../api/session.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { ProfileForm } from './profile-form.tsx'

const BEFORE = {
  id: '7',
  email: 'nila@example.com',
  first_name: 'Nila',
  last_name: null,
  display_name: 'Nila',
  occupation: null,
  bio: null,
} as Me
let otherTabSaves: (me: Me) => void

function Screen({ onReady }: { onReady: (save: typeof otherTabSaves) => void }) {
  const [me, setMe] = useState(BEFORE)
  onReady(setMe)
  return <ProfileForm me={me} />
}
afterEach(endSession)

test('a name that another tab has saved meanwhile is shown, and not put back', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await openScreen(<Screen onReady={(save) => (otherTabSaves = save)} />)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ data: BEFORE })
  })
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field('occupation'), 'Painter')
    field('occupation')?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => otherTabSaves({ ...BEFORE, display_name: 'Nila Silva' }))
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sent).toEqual([{ occupation: 'Painter' }]))
  expect(field('display_name')?.value).toBe('Nila Silva')

  await act(async () => otherTabSaves({ ...BEFORE, display_name: 'Nila Silva', occupation: 'Painter' }))
  await eventually(() => expect(page.querySelector('form [aria-busy=true]')).toBeNull())
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sent.slice(1)).toEqual([{}]))
})
