import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Nft } from '@verso/protocol/nfts'
import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import type { ModalSpec } from '../../ui/overlays/modal.ts'
import { useDecisions } from './use-decisions.tsx'

const { openModal } = vi.hoisted(() => ({ openModal: vi.fn<(spec: ModalSpec) => void>() }))
vi.mock('../../ui/overlays/modal.ts', () => ({ openModal, confirm: vi.fn() }))

const WORK = { nft: { id: 'n1', name: 'Blue heron' } as Nft }
const sent: unknown[] = []
let decisions: ReturnType<typeof useDecisions>
let root: Root

function Screen({ onReady }: { onReady: (ready: typeof decisions) => void }) {
  onReady(useDecisions())
  return null
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(String(init.body))])
    return Response.json({ data: {} })
  })
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
  await eventually(() => expect(decisions.decidingId).toBeUndefined())
  await act(async () => decisions.approveRefused())
  expect(sent).toEqual([
    ['/api/admin/nfts/n1/', { approved: false, reason: 'Too dark' }],
    ['/api/admin/nfts/n1/', { approved: true }],
  ])
})
