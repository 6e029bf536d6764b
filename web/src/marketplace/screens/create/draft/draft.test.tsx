import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { knownEmail } from '../../../../identity/known-email.ts'
import { endSession, startFullSession } from '../../../../api/session.ts'
import { ME } from '../../../../api/users.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { SignOutScreen } from '../../sign-out/sign-out-screen.tsx'
import { EMPTY } from '../create-form.ts'
import { keepDraft, readDraft } from './draft.ts'
import { keepDraftFiles, keepMemory, readDraftFiles } from './draft-files.ts'

const store = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  getMany: async (keys: string[]) => keys.map((key) => store.get(key)),
  setMany: async (entries: [string, unknown][]) => void entries.map(([key, value]) => store.set(key, value)),
  delMany: async (keys: string[]) => void keys.map((key) => store.delete(key)),
}))

const artwork = new File(['art'], 'art.png', { type: 'image/png' })
const signIn = (sid: string, sub = `member of ${sid}`) =>
  startFullSession({ access: `head.${btoa(JSON.stringify({ sid, sub }))}.seal`, refresh: `refresh-${sid}` })

async function makeDraft(): Promise<void> {
  signIn('first')
  keepDraft({ ...EMPTY, name: 'Night Bloom' })
  await keepDraftFiles({ nftFile: artwork })
  await keepMemory({ sent: { file: '7', idempotencyKey: 'key' } })
}

async function leave(state: object | null = null, email?: string): Promise<void> {
  const client = new QueryClient()
  client.setQueryData(ME, email && { email })
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[{ pathname: addressOf('signOut'), state }]}>
          <SignOutScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  onTestFinished(() => act(async () => root.unmount()))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json({ data: null }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
  store.clear()
})

test('a draft is there again for the member who made it, also when they had to sign in again', async () => {
  await makeDraft()
  signIn('another', 'member of first')
  expect(readDraft().name).toBe('Night Bloom')
  expect(await readDraftFiles()).toEqual({
    files: { nftFile: artwork },
    memory: { sent: { file: '7', idempotencyKey: 'key' } },
  })
})

test('the next member of the same browser sees nothing of the draft of the one before', async () => {
  await makeDraft()
  signIn('second')
  expect(readDraft()).toEqual(EMPTY)
  expect(localStorage.getItem('createNftDraft')).toBeNull()
  expect(await readDraftFiles()).toEqual({ files: {}, memory: {} })
  expect(store.size).toBe(0)
})

test.each([
  ['a sign-out', null],
  ['the deletion of the account', { message: 'Your account is deleted', isDeleted: true }],
])('%s forgets texts and files', async (_, state) => {
  await makeDraft()
  await leave(state)
  await eventually(() => expect([localStorage.length, store.size]).toEqual([0, 0]))
})

test('a session that has ended by itself forgets neither, nor who it was', async () => {
  await makeDraft()
  await leave({ isLost: true }, 'maya@example.test')
  await eventually(() => expect(localStorage.getItem('adminToken')).toBeNull())
  expect([knownEmail(), localStorage.length, store.size]).toEqual(['maya@example.test', 2, 2])
})

test('a session that a new password or a new phone has ended forgets neither', async () => {
  await makeDraft()
  await leave({ message: 'The password was reset' })
  await eventually(() => expect(localStorage.getItem('adminToken')).toBeNull())
  expect([localStorage.length, store.size]).toEqual([1, 2])
})

test('what ends after the sign-out keeps nothing', async () => {
  endSession()
  keepDraft({ ...EMPTY, name: 'Night Bloom' })
  await keepMemory({ sent: { file: '7', idempotencyKey: 'key' } })
  expect([localStorage.length, store.size]).toEqual([0, 0])
})

test('a draft that an earlier version stored without a session is ignored', () => {
  signIn('first')
  localStorage.setItem('createNftDraft', JSON.stringify({ ...EMPTY, name: 'Of somebody' }))
  expect(readDraft()).toEqual(EMPTY)
})
