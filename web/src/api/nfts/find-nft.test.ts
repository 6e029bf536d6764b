import { beforeEach, expect, test, vi } from 'vitest'
import { findNftOfFile } from './find-nft.ts'
import { fetchNfts } from './nfts.ts'

vi.mock('../users.ts', () => ({ fetchMe: async () => ({ id: 'me' }) }))
vi.mock('./nfts.ts', () => ({ fetchNfts: vi.fn() }))

const page = (files: string[], next_cursor: string | null = null) =>
  ({ data: files.map((file) => ({ id: `nft of ${file}`, file })), meta: { next_cursor, total: 3 } }) as never

beforeEach(() => void vi.resetAllMocks())

test("looks through one's own NFTs, the latest first, as far as it must", async () => {
  vi.mocked(fetchNfts)
    .mockResolvedValueOnce(page(['1'], 'more'))
    .mockResolvedValueOnce(page(['2', '3'], 'more'))
  expect(await findNftOfFile('3')).toMatchObject({ id: 'nft of 3' })
  const query = { created_by: 'me', sort: '-updated_at', limit: 100 }
  expect(vi.mocked(fetchNfts).mock.calls).toEqual([
    [query, undefined],
    [query, 'more'],
  ])
})

test('knows none that is not there', async () => {
  vi.mocked(fetchNfts).mockResolvedValueOnce(page(['1', '2']))
  expect(await findNftOfFile('3')).toBeUndefined()
})
