import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { sampleListing, sampleNft } from '../../testing/sample-nft.ts'
import { type CardOptions, NftCard } from './nft-card.tsx'

beforeEach(loadTexts)

const reserved = (buyer: string | null) => {
  const reserved_until = new Date(2026, 2, 1, 14, 32).toISOString()
  const listing = sampleListing({ status: 'PAYMENT_PROCESSING', buyer, reserved_until })
  return sampleNft({ listings: [listing], latest_listing: listing })
}

async function show(nft: ReturnType<typeof sampleNft>, viewerId?: string, flags?: CardOptions['flags']) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onBuy = vi.fn()
  const page = document.createElement('ul')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MemoryRouter>
        <NftCard nft={nft} onBuy={onBuy} viewerId={viewerId} flags={flags} />
      </MemoryRouter>,
    ),
  )
  const [button] = page.querySelectorAll('button')
  return { page, button, onBuy }
}

test('a buyer sees until when it is reserved, and goes on with the payment from the card', async () => {
  const { page, button, onBuy } = await show(reserved('9'), '9')
  expect(page.textContent).toContain('Reserved until 2:32 PM')
  expect(button?.textContent).toBe('Continue payment')
  expect(button?.disabled).toBe(false)
  button?.click()
  expect(onBuy).toHaveBeenCalledOnce()
})

test.each([undefined, '8'])('what another has reserved cannot be bought by %s', async (viewerId) => {
  const { page, button } = await show(reserved(null), viewerId)
  expect(page.textContent).toContain('Reserved')
  expect(button?.textContent).toBe('Buy')
  expect(button?.disabled).toBe(true)
})

test('without a price a card tells what the last sale brought', async () => {
  expect((await show(sampleNft({ last_sale_price: 1250 }))).page.textContent).toContain('N/ASold at 1,250.00')
  const { page } = await show(sampleNft({ last_sale_price: 8, listings: [sampleListing()] }))
  expect(page.textContent).not.toContain('Sold at')
})

test('one’s own work is marked as waiting for approval until it is decided', async () => {
  const flagOf = async (approval: 'PENDING' | 'REFUSED') =>
    (await show(sampleNft({ approved: false, approval }), '7', 'own')).page.querySelector('span')?.textContent
  expect(await flagOf('PENDING')).toBe('Waiting for approval')
  expect(await flagOf('REFUSED')).not.toBe('Waiting for approval')
})
