import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { sampleNft } from '../../../testing/sample-nft.ts'
import { NftMedia } from './nft-media.tsx'

vi.mock('./model-view.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

function expectPosterAndLink(page: HTMLElement): void {
  expect(page.querySelector('img[alt="Tide by Nila"]')?.getAttribute('src')).toBe('https://media.test/card.webp')
  expect(page.textContent).toContain('This file cannot be shown here.')
  const original = page.querySelector('a')
  expect([original?.textContent, original?.href]).toEqual(['Open the original', 'https://media.test/file.png'])
}

test.each([
  ['image', 'img[alt="Tide by Nila"]'],
  ['video', 'video'],
  ['audio', 'audio'],
] as const)('a broken %s leaves its poster and a link to the original', async (media_type, element) => {
  const page = await openScreen(<NftMedia nft={sampleNft({ media_type })} />)
  expect(page.querySelector('a')).toBeNull()
  await act(async () => page.querySelector(element)?.dispatchEvent(new Event('error')))
  expectPosterAndLink(page)
})

test('so does a model whose viewer does not arrive', async () => {
  // React tells the console of what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = await openScreen(<NftMedia nft={sampleNft({ media_type: 'model' })} />)
  await eventually(() => expectPosterAndLink(page))
})
