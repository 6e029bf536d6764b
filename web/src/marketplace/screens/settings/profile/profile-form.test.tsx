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
afterEach(() => {
  endSession()
  sessionStorage.clear()
})

const type = (field: HTMLInputElement | null, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a name that another tab has saved meanwhile is shown, and not put back', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await openScreen(<Screen onReady={(save) => (otherTabSaves = save)} />)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ data: BEFORE })
  })
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
  await type(field('occupation'), 'Painter')
  await act(async () => otherTabSaves({ ...BEFORE, display_name: 'Nila Silva' }))
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sent).toEqual([{ occupation: 'Painter' }]))
  expect(field('display_name')?.value).toBe('Nila Silva')

  await act(async () => otherTabSaves({ ...BEFORE, display_name: 'Nila Silva', occupation: 'Painter' }))
  await eventually(() => expect(page.querySelector('form [aria-busy=true]')).toBeNull())
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sent.slice(1)).toEqual([{}]))
})

test('what is typed is there again after a visit to another tab, for that member, until it is saved', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const open = async (me = BEFORE) => {
    const page = await openScreen(<ProfileForm me={me} />)
    const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
    return { page, field }
  }
  const first = await open()
  await type(first.field('occupation'), 'Painter')

  const second = await open({ ...BEFORE, display_name: 'Nila Silva' })
  await eventually(() => expect(second.field('occupation')?.value).toBe('Painter'))
  expect(second.field('display_name')?.value).toBe('Nila Silva')

  vi.stubGlobal('fetch', async () => Response.json({ data: { ...BEFORE, occupation: 'Painter' } }))
  await act(async () => second.page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sessionStorage).toHaveLength(0))
  expect((await open()).field('occupation')?.value).toBe('')

  await type(first.field('occupation'), 'Weaver')
  expect((await open({ ...BEFORE, id: '8' })).field('occupation')?.value).toBe('')
})
