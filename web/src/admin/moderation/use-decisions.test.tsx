import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { useHealth } from '../../api/admin/admin-operations.ts'
import { eventually } from '../../testing/eventually.ts'
import { confirm, type ModalSpec } from '../../ui/overlays/modal.ts'
import { useDecisions } from './use-decisions.tsx'

const { openModal } = vi.hoisted(() => ({ openModal: vi.fn<(spec: ModalSpec) => void>() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ openModal, confirm: vi.fn() }))

const WORK = { nft: { id: 'n1', name: 'Blue heron', approval: 'PENDING' as const } }
const sent: unknown[] = []
let decisions: ReturnType<typeof useDecisions>
let answered: Promise<unknown> | undefined
let root: Root

function Screen({ onReady }: { onReady: (ready: typeof decisions) => void }) {
  useHealth()
  onReady(useDecisions())
  return null
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/admin/health/') return new Promise<Response>(() => undefined)
    sent.push([path, JSON.parse(String(init.body))])
    await answered
    return Response.json({ data: {} })
  })
  sent.length = 0
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Screen onReady={(ready) => (decisions = ready)} />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  answered = undefined
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('the work that was refused last can be approved after all, once', async () => {
  await act(async () => decisions.approveRefused())
  decisions.refuse(WORK)
  const form = openModal.mock.calls[0]?.[0].render?.(vi.fn()) as ReactElement<{
    onSubmit: (reason: string) => Promise<void>
  }>
  await act(() => form.props.onSubmit('Too dark'))
  await act(async () => decisions.approveRefused())
  await eventually(() => expect(sent).toHaveLength(2))
  await eventually(() => expect(decisions.decidingIds).toEqual([]))
  await act(async () => decisions.approveRefused())
  expect(sent).toEqual([
    ['/api/admin/nfts/n1/', { approved: false, reason: 'Too dark', approval: 'PENDING' }],
    ['/api/admin/nfts/n1/', { approved: true, reports: [], approval: 'REFUSED' }],
  ])
})

test('an approval answers the reports that were shown with the work, a restore none', async () => {
  await act(async () => decisions.approve({ ...WORK, reports: [{ id: 'r1' }, { id: 'r2' }] }))
  vi.mocked(confirm).mockResolvedValueOnce(true)
  await act(() => decisions.restore(WORK.nft))
  await eventually(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    ['/api/admin/nfts/n1/', { approved: true, reports: ['r1', 'r2'], approval: 'PENDING' }],
    ['/api/admin/nfts/n1/', { taken_down: false, reports: [], approval: 'PENDING' }],
  ])
})

test('while one work is being approved another can be, but not the same again', async () => {
  let answer: (() => void) | undefined
  answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await act(async () => decisions.approve(WORK))
  await act(async () => decisions.approve(WORK))
  await act(async () => decisions.approve({ nft: { id: 'n2', name: 'Tide', approval: 'PENDING' } }))
  await eventually(() =>
    expect(sent).toEqual([
      ['/api/admin/nfts/n1/', { approved: true, reports: [], approval: 'PENDING' }],
      ['/api/admin/nfts/n2/', { approved: true, reports: [], approval: 'PENDING' }],
    ]),
  )
  expect(decisions.decidingIds).toEqual(['n1', 'n2'])
  answer?.()
  await eventually(() => expect(decisions.decidingIds).toEqual([]))
})
