import type { ModeratedNft } from '@verso/protocol/nfts/moderation'
import { act } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { useSelectedNfts } from './use-selected-nfts.ts'

const nftOf = (id: string, approval: ModeratedNft['approval']): ModeratedNft => ({
  ...sampleNft({ id }),
  approval,
  decision_reason: null,
  bytes_blocked: false,
})

type Selection = ReturnType<typeof useSelectedNfts>
type TableProps = { pageOf: () => ModeratedNft[]; onReady: (ready: Selection) => void }

function Table({ pageOf, onReady }: TableProps) {
  onReady(useSelectedNfts(pageOf()))
  return null
}

test('what is selected stays so on other pages, and this page says how it is now', async () => {
  let page = [nftOf('1', 'PENDING'), nftOf('2', 'PENDING')]
  let selection: Selection | undefined
  const shown = () => selection?.nfts.map(({ id, approval }) => `${id} ${approval}`)
  await openScreen(<Table pageOf={() => page} onReady={(ready) => (selection = ready)} />)
  await act(async () => selection?.select(['1', '2']))
  page = [nftOf('2', 'REFUSED'), nftOf('3', 'APPROVED')]
  await act(async () => selection?.select(['1', '2']))
  await act(async () => selection?.select(['1', '2', '3']))
  expect(shown()).toEqual(['1 PENDING', '2 REFUSED', '3 APPROVED'])
  await act(async () => selection?.select(['2']))
  expect(shown()).toEqual(['2 REFUSED'])
})
