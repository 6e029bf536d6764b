import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileChanged } from '../../../api/api-error.ts'
import { endSession } from '../../../api/session.ts'
import '../../../locales/create-texts.ts'
import '../../../locales/texts.ts'
import { eventually } from '../../../testing/eventually.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { findBlocker, showBlocker } from '../../nfts/blockers.ts'
import type { CreateValues } from './create-schema.ts'
import { NftPublisher } from './publish-nft.ts'
import { forgetPublication } from './publication.ts'
import { PublishError } from './publish-progress.ts'
import { useCreateNft } from './use-create-nft.ts'

vi.mock('idb-keyval', () => ({ delMany: async () => undefined }))
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
type Drawn = Pick<ReturnType<typeof useCreateNft>, 'create' | 'progress'> & { place: string; go: NavigateFunction }
const drawn = {} as Drawn
const onRefusedFile = vi.fn()
let root: Root
/** The next page's code has not come yet: the form stays on the page. */
let isSlow = false

type Draw = (now: Partial<Drawn>) => void
function Form({ onDrawn }: { onDrawn: Draw }) {
  const { create, progress } = useCreateNft({ onBlockedWallet: vi.fn(), onRefusedFile })
  onDrawn({ create, progress })
  return null
}

/** The form is on one page, and there are others. */
function Site({ onDrawn }: { onDrawn: Draw }) {
  const place = useLocation().pathname
  onDrawn({ place, go: useNavigate() })
  return (place === '/' || isSlow) && <Form onDrawn={onDrawn} />
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Site onDrawn={(now) => Object.assign(drawn, now)} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  isSlow = false
  await act(async () => root.unmount())
  forgetPublication()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function createAnsweredWith(nft: Partial<Nft>): Promise<void> {
  vi.spyOn(NftPublisher.prototype, 'publish').mockResolvedValue({ ...made, ...nft })
  await act(() => drawn.create(values))
  await eventually(() => expect(drawn.place).toBe(addressOf('nft', { nftId: '7' })))
}

test('says "NFT Created" and leads to the work', async () => {
  await createAnsweredWith({})
  expect(toast.success).toHaveBeenCalledWith('NFT Created', { id: 1 })
  expect(toast.info).not.toHaveBeenCalled()
})

test('a second press while the way to the work is still being loaded makes no second one', async () => {
  isSlow = true
  await createAnsweredWith({})
  await act(() => drawn.create(values))
  expect(NftPublisher.prototype.publish).toHaveBeenCalledTimes(1)
  expect(drawn.progress).not.toBeNull()
  isSlow = false
  await act(async () => drawn.go('/elsewhere'))
  await act(async () => drawn.go('/'))
  expect(drawn.progress).toBeNull()
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

test('an artwork that was overwritten since it was chosen is cleared, and has to be chosen again', async () => {
  const overwritten = new PublishError('artwork', fileChanged())
  vi.spyOn(NftPublisher.prototype, 'publish').mockRejectedValue(overwritten)
  await act(() => drawn.create(values))
  const reason = 'This file was changed on your device after you chose it. Please choose it again.'
  expect(toast.error).toHaveBeenCalledWith(reason, { id: 1 })
  expect(onRefusedFile).toHaveBeenCalledWith('nftFile', reason)
})

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

/** A publication that ends when it is told to. */
async function createSlowly() {
  let answer: (nft: Nft) => void = () => undefined
  const answered = new Promise<Nft>((resolve) => (answer = resolve))
  const publish = vi.spyOn(NftPublisher.prototype, 'publish').mockReturnValue(answered)
  let created: Promise<void> = Promise.resolve()
  await act(async () => void (created = drawn.create(values)))
  const end = () => act(async () => (answer(made), created))
  return { publish, end, signal: () => publish.mock.lastCall?.[1].signal }
}

test('one that goes elsewhere meanwhile stays there, and is told', async () => {
  const { end } = await createSlowly()
  await act(async () => drawn.go('/elsewhere'))
  await end()
  expect(drawn.place).toBe('/elsewhere')
  const [text, options] = vi.mocked(toast.success).mock.lastCall ?? []
  expect(text).toBe('NFT Created')
  expect(options?.actions?.[0].label).toBe('View NFT')
  await act(async () => options?.actions?.[0].onClick())
  expect(drawn.place).toBe(addressOf('nft', { nftId: '7' }))
})

test('one that comes back sees the publication go on, and begins no second', async () => {
  const { publish, end } = await createSlowly()
  await act(async () => drawn.go('/elsewhere'))
  await act(async () => drawn.go('/'))
  expect(drawn.progress?.step).toBe('artwork')
  await act(() => drawn.create(values))
  expect(publish).toHaveBeenCalledOnce()
  await end()
  expect(drawn.place).toBe(addressOf('nft', { nftId: '7' }))
})

test('ends with the session: the next member of the tab sees nothing of it', async () => {
  const { end, signal } = await createSlowly()
  await act(async () => endSession())
  expect(signal()?.aborted).toBe(true)
  expect(drawn.progress).toBeNull()
  await end()
  expect(drawn.place).toBe('/')
  expect(toast.success).not.toHaveBeenCalled()
})
