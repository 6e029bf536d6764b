import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export type Nft = { id: string; created_by: string }

/** A picture: without graphics hardware a model takes many seconds to draw, and is the subject of media-types.test.ts. */
export async function findNft(product: { url: string }, query: string): Promise<Nft> {
  const answer = await fetch(`${product.url}/api/nfts/?${query}`)
  const { data } = (await answer.json()) as { data: (Nft & { media_type: string })[] }
  return data.find(({ media_type: type }) => type === 'image') as Nft
}

/** The id of the member who is signed in. */
export const ownId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    return (await (await fetch('/api/users/me/', { headers })).json()).data.id
  })

/** As far as the place is remembered. */
export const scrollTo900 = (page: Page) =>
  page.evaluate(async () => {
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }))
    scrollTo({ top: 900, behavior: 'instant' })
    await ended
  })

/** An order of one's own: what was paid was paid before it was delivered. */
export async function seeOrder(page: Page, origin: string): Promise<void> {
  await page.goto(origin + addressOf('orders'))
  await page
    .locator(`main a[href^="${addressOf('orders')}/"]`)
    .first()
    .click()
  await page.getByRole('list', { name: 'Steps of this order' }).waitFor()
  const times = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    const answer = await fetch(`/api/payments/${location.pathname.split('/').pop()}/`, { headers })
    const { data } = (await answer.json()) as { data: { steps: { at: string | null }[] } }
    return data.steps.flatMap(({ at }) => at ?? [])
  })
  expect(times).toEqual(times.toSorted())
}
