import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import type { ModalSpec } from '../../ui/overlays/modal.ts'
import { EditPageScreen } from './edit-page-screen.tsx'

const { confirm } = vi.hoisted(() => ({ confirm: vi.fn<(spec: ModalSpec) => Promise<boolean>>() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ confirm }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn() } }))

const host = document.createElement('div')
let root: Root
let client: QueryClient
let texts: string[]
const sent: unknown[] = []
/** A change is answered once this is resolved. */
let saved: Promise<void> | undefined

/** As the server answers: a change of another version than the one of today is refused. */
function answer(path: string, init: RequestInit): Response {
  const versions = texts.map((text, version) => ({
    page: 'terms',
    text,
    version,
    updated_at: '2026-01-02T03:04:05Z',
    saved_by: { id: 'a', email: 'other@example.com' },
  }))
  if (path.endsWith('/versions/')) return Response.json({ data: versions.reverse() })
  if (init.method !== 'PUT') return Response.json({ data: {} })
  const body = JSON.parse(String(init.body)) as { text: string; version: number }
  sent.push(body)
  if (body.version !== texts.length - 1) return Response.json({ errors: ['Changed meanwhile'] }, { status: 409 })
  texts.push(body.text)
  return Response.json({ data: { ...versions[0], text: body.text, version: texts.length - 1 } })
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('scrollTo', () => undefined)
  saved = undefined
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'PUT') await saved
    return answer(path, init)
  })
  confirm.mockReset().mockResolvedValue(true)
  texts = ['first']
  sent.length = 0
  startFullSession({ access: 'a', refresh: 'r' })
  document.body.append(host)
  root = createRoot(host)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[adminAddressOf('editPage', { page: 'terms' })]}>
          <Routes>
            <Route path={ADMIN_PAGES.editPage} element={<EditPageScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(editor()?.value).toBe('first'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  endSession()
  vi.unstubAllGlobals()
})

const editor = () => host.querySelector('textarea')
const notice = () => host.querySelector('[role=alert]')?.textContent ?? ''
const button = (name: string) =>
  [...host.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent) === name) as HTMLButtonElement
const click = (name: string) => act(async () => button(name).click())
const save = () => act(async () => host.querySelector('form')?.requestSubmit())
const type = (text: string) =>
  act(async () => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    setValue?.call(editor(), text)
    editor()?.dispatchEvent(new Event('input', { bubbles: true }))
  })
async function otherAdminSaves(text: string): Promise<void> {
  texts.push(text)
  await act(async () => client.invalidateQueries())
  await eventually(() => expect(host.textContent).toContain(`Version ${texts.length - 1}`))
}

test('what is typed is saved as a change of the version it was typed over, never over a newer one', async () => {
  await type('mine')
  texts.push('theirs')
  await save()
  await eventually(() => expect(notice()).toContain('Version 1 was saved meanwhile by other@example.com.'))
  expect(sent).toEqual([{ text: 'mine', version: 0 }])
  expect(texts).toEqual(['first', 'theirs'])
  expect(editor()?.value).toBe('mine')
  expect(button('Save').disabled).toBe(true)

  await click('Go on with mine, to replace it')
  expect(notice()).toBe('')
  await save()
  await eventually(() => expect(texts).toEqual(['first', 'theirs', 'mine']))
})

test('a newer version that arrives is told, and discarding takes it into the editor', async () => {
  await type('mine')
  await otherAdminSaves('theirs')
  expect(notice()).toContain('Version 1 was saved meanwhile')
  await click('Discard changes')
  expect(editor()?.value).toBe('theirs')
  expect(notice()).toBe('')
  await type('theirs and mine')
  await save()
  await eventually(() => expect(sent).toEqual([{ text: 'theirs and mine', version: 1 }]))
})

test('an editor in which nothing was typed follows, and an old text is put into it as a change of today’s', async () => {
  await otherAdminSaves('theirs')
  expect(editor()?.value).toBe('theirs')
  expect(notice()).toBe('')
  await click('Put into the editor: version 0')
  await save()
  await eventually(() => expect(sent).toEqual([{ text: 'first', version: 1 }]))
  await eventually(() => expect(editor()?.value).toBe('first'))
  expect(notice()).toBe('')
})

test('nothing can be typed while a change is being saved: it would be lost', async () => {
  let end: (() => void) | undefined
  saved = new Promise((resolve) => {
    end = resolve
  })
  await type('mine')
  await save()
  await eventually(() => expect(editor()?.readOnly).toBe(true))
  end?.()
  await eventually(() => expect(editor()?.readOnly).toBe(false))
})

test('an old text takes the place of what was typed only once that is confirmed', async () => {
  await otherAdminSaves('theirs')
  await type('mine')
  confirm.mockResolvedValue(false)
  await click('Put into the editor: version 0')
  expect(confirm.mock.lastCall?.[0].body).toBe('What you have typed and not saved is lost.')
  expect(editor()?.value).toBe('mine')
  confirm.mockResolvedValue(true)
  await click('Put into the editor: version 0')
  expect(editor()?.value).toBe('first')
})
