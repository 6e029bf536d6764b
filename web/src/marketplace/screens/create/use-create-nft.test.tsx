import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../locales/create-texts.ts'
import '../../../locales/texts.ts'
import { eventually } from '../../../testing/eventually.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { findBlocker, showBlocker } from '../../nfts/blockers.ts'
import type { CreateValues } from './create-schema.ts'
import { NftPublisher } from './publish-nft.ts'
import { useCreateNft } from './use-create-nft.ts'

vi.mock('../../nfts/blockers.ts', () => ({ findBlocker: vi.fn(), showBlocker: vi.fn(), blockerOf: () => undefined }))
vi.mock('../../../ui/overlays/toast.ts', () => ({
  toast: { loading: vi.fn(async () => 1), success: vi.fn(), error: vi.fn(), info: vi.fn(), dismiss: vi.fn() },
}))

const values = {
  name: 'Second title',
  description: 'A dahlia',
  bio: '',
  category: '3',
  chain: 'POLYGON',
  royalty: 5,
  price: '',
} as CreateValues
const { name, description, royalty } = values
const made = { id: '7', name, description, royalty, bio: null, category: 3, chain: 'POLYGON' } as Nft
const onCreated = vi.fn()
type Drawn = { create: ReturnType<typeof useCreateNft>['create']; place: string }
let drawn: Drawn
let root: Root

function Form({ onDrawn }: { onDrawn: (now: Drawn) => void }) {
  const { create } = useCreateNft({ onBlockedWallet: vi.fn(), onCreated, onRefusedFile: vi.fn() })
  onDrawn({ create, place: useLocation().pathname })
  return null
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Form onDrawn={(now) => (drawn = now)} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function createAnsweredWith(nft: Partial<Nft>): Promise<void> {
  vi.spyOn(NftPublisher.prototype, 'publish').mockResolvedValue({ ...made, ...nft })
  await act(() => drawn.create(values))
  await eventually(() => expect(drawn.place).toBe(addressOf('nft', { nftId: '7' })))
  expect(onCreated).toHaveBeenCalledOnce()
}

test('says "NFT Created" and leads to the work', async () => {
  await createAnsweredWith({})
  expect(toast.success).toHaveBeenCalledWith('NFT Created', { id: 1 })
  expect(toast.info).not.toHaveBeenCalled()
})

test.each([{ name: 'First title' }, { description: 'A rose' }, { royalty: 6 }])(
  'says so when the NFT was already created with the values of an earlier try: %j',
  async (nft) => {
    await createAnsweredWith(nft)
    const [text, options] = vi.mocked(toast.info).mock.lastCall ?? []
    expect(text).toContain(`This work was already created, as “${nft.name ?? name}”.`)
    expect(options).toEqual({ id: 1 })
    expect(toast.success).not.toHaveBeenCalled()
  },
)

test('goes on by itself once the missing credits were topped up in place', async () => {
  vi.mocked(findBlocker).mockResolvedValueOnce('insufficientCredits')
  const publish = vi.spyOn(NftPublisher.prototype, 'publish').mockResolvedValue(made)
  await act(() => drawn.create(values))
  expect(publish).not.toHaveBeenCalled()
  const [blocker, options] = vi.mocked(showBlocker).mock.lastCall ?? []
  expect([blocker, options?.chain]).toEqual(['insufficientCredits', 'POLYGON'])
  await act(async () => options?.onMended?.())
  await eventually(() => expect(drawn.place).toBe(addressOf('nft', { nftId: '7' })))
  expect(publish).toHaveBeenCalledOnce()
})
