import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { findChromium } from '../../e2e/chromium.ts'
import { addressOf } from '../../protocol/src/pages/pages.ts'
import { listNft } from '../../server/src/catalogue/listings/list-nft.ts'
import { inTransaction } from '../../server/src/db/client.ts'
import { buildMember, type Member } from '../../server/test/build-member.ts'
import { buildListing, buildNft } from '../../server/test/build-nft.ts'
import type { ProductContext } from '../../server/test/open-product.ts'
import type { Product } from '../../server/test/product.ts'
import { type Measurement, median, percentile } from '../measurement.ts'

/** Fewer than an NFT may have in a day (protocol/src/limits.ts). */
const CHANGES = 90

/** From the commit of a new price to the page of another member that shows it. */
export async function measureSeen({ url }: Product, ctx: ProductContext): Promise<Measurement[]> {
  const [seller, viewer] = [await buildMember({ ctx }), await buildMember({ ctx })]
  const nft = await buildNft({ ctx }, { creator: seller })
  await buildListing({ ctx }, { nft, priceCents: 900_00 })
  const { executablePath, args, env } = findChromium()
  const browser = await chromium.launch({ executablePath, args, env, headless: true })
  try {
    const page = await browser.newPage()
    const { access, refresh } = viewer.tokens
    const kept = { adminToken: access, refreshToken: refresh }
    await page.addInitScript((values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
    }, kept)
    const isFollowing = page.waitForResponse((response) => response.url().endsWith('/api/live/'))
    await page.goto(url + addressOf('nft', { nftId: nft.id }))
    await page.getByText('900.00').first().waitFor()
    await isFollowing
    const waitsMs: number[] = []
    for (let change = 1; change <= CHANGES; change++) {
      const [shownAtMs, committedAtMs] = await Promise.all([
        page.evaluate(timeWhenShown, `${900 + change}.00`),
        commitPrice(ctx, { nft, seller, priceCents: (900 + change) * 100 }),
      ])
      waitsMs.push(shownAtMs - committedAtMs)
      await sleep(100)
    }
    return [
      { what: 'commit to open page, p95', measured: percentile(waitsMs, 95), unit: 'ms', target: { atMost: 300 } },
      { what: 'commit to open page, median', measured: median(waitsMs), unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}

/** In the page. */
function timeWhenShown(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.body.textContent?.includes(text)) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
}

type Price = { nft: { id: string }; seller: Member; priceCents: number }

/** @returns the time just before the commit */
async function commitPrice(ctx: ProductContext, { nft, seller, priceCents }: Price): Promise<number> {
  let at = 0
  await inTransaction(ctx.db, async (tx) => {
    await listNft(ctx, tx, { nftId: nft.id, sellerId: seller.id, priceCents, expiresAt: undefined })
    at = performance.timeOrigin + performance.now()
  })
  return at
}
