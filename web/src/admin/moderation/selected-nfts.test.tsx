import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { SelectedNfts } from './selected-nfts.tsx'

const { toast } = vi.hoisted(() => ({ toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() } }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast }))

afterEach(() => void vi.unstubAllGlobals())

test('a work that a decision does not fit keeps none of the others from it, and stays selected', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return path === '/api/admin/nfts/down/'
      ? Response.json({ errors: ['This work is taken down. Restore it first.'] }, { status: 409 })
      : Response.json({ data: {} })
  })
  const [onDone, page] = [vi.fn(), document.createElement('div')]
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SelectedNfts nfts={['first', 'down', 'last'].map((id) => ({ id, approval: 'PENDING' }))} onDone={onDone} />
      </QueryClientProvider>,
    ),
  )
  await act(async () => page.querySelectorAll('button')[0]?.click())
  await eventually(() => expect(onDone.mock.calls).toEqual([[['down']]]))
  expect(sent).toEqual(Array(3).fill({ approved: true, reports: [], approval: 'PENDING' }))
  expect(toast.success.mock.calls[0]?.[0]).toBe('2 works decided')
  expect(toast.error.mock.calls.map(([text]) => text)).toEqual([
    '1 work was left as it is and stays selected: This work is taken down. Restore it first.',
  ])
  await act(async () => root.unmount())
})
