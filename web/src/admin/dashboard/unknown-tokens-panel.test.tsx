import '../../locales/admin-texts.ts'
import { act, type ReactElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { listOf, openScreen } from '../../testing/open-screen.tsx'
import type { ModalSpec } from '../../ui/overlays/modal.ts'
import { UnknownTokensPanel } from './unknown-tokens-panel.tsx'

const { openModal } = vi.hoisted(() => ({ openModal: vi.fn<(spec: ModalSpec) => void>() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ openModal, confirm: vi.fn() }))

const LIST = '/api/admin/unknown-tokens/'
const TOKEN = {
  chain: 'POLYGON',
  contract: `0x${'11'.repeat(20)}`,
  token_id: '41',
  owner_address: `0x${'ab'.repeat(20)}`,
  transaction_hash: `0x${'cd'.repeat(32)}`,
  seen_at: '2026-03-01T10:00:00.000Z',
  explorer_url: 'https://polygonscan.com/nft/0x11/41',
}
const open = (...tokens: unknown[]) => openScreen(<UnknownTokensPanel />, { answers: { [LIST]: listOf(...tokens) } })

beforeEach(() => void openModal.mockReset())

test('a token that the books do not know is shown with its owner and its page in the explorer', async () => {
  const page = await open(TOKEN)
  await eventually(() => expect(page.textContent).toContain(TOKEN.owner_address))
  expect(page.textContent).toContain(TOKEN.contract)
  expect(page.textContent).toContain('Polygon')
  expect(page.querySelector('a')?.href).toBe(TOKEN.explorer_url)
})

test('a token without an explorer has no link', async () => {
  const page = await open({ ...TOKEN, explorer_url: null })
  await eventually(() => expect(page.textContent).toContain('41'))
  expect(page.querySelector('a')).toBeNull()
})

test('a token is settled with the reason that was given, and nothing is shown once none is left', async () => {
  const page = await open(TOKEN)
  await eventually(() => expect(page.querySelector('button')).not.toBeNull())
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Settled')
  await act(async () => button?.click())
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'PUT') sent.push([path, JSON.parse(String(init.body))])
    return Response.json(init.method === 'PUT' ? { data: {} } : listOf())
  })
  const form = openModal.mock.calls[0]?.[0].render?.(vi.fn()) as ReactElement<{
    onSubmit: (reason: string) => Promise<unknown>
  }>
  await act(async () => void (await form.props.onSubmit('Its owner has a copy')))
  expect(sent).toEqual([[`${LIST}POLYGON/41/`, { settled: true, reason: 'Its owner has a copy' }]])
  await eventually(() => expect(page.textContent).toBe(''))
})
