import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildMember } from '../server/test/build-member.ts'
import { hostileFiles } from '../server/test/hostile-files.ts'
import { openProduct, type ProductContext } from '../server/test/open-product.ts'
import { getBrowser } from './browser.ts'

const isTorture = process.env.TORTURE_ROUNDS !== undefined
/** `npm test` opens a few of all kinds, the torture all that are kept. */
const STEP = isTorture ? 1 : 20
const LEAST_OPENED = isTorture ? 30 : 4
const TIMEOUT_MS = 15 * 60_000

const product = inject('product')
let ctx: ProductContext
beforeAll(async () => {
  ctx = await openProduct(product.dataDir)
})
afterAll(() => ctx?.close())

it(
  'hostile files that are kept run and fetch nothing, shown as a picture or opened by themselves',
  async () => {
    // Many of them are the same drawing once they are harmless: what differs is opened, and counted.
    const urls = [...new Set(await uploadAll((await buildMember({ ctx })).tokens.access))]
    expect(urls.length).toBeGreaterThanOrEqual(LEAST_OPENED)
    const context = await (await getBrowser()).newContext({ acceptDownloads: false })
    const [shown, opened] = [await context.newPage(), await context.newPage()]
    const { origin } = new URL(urls[0] ?? '')
    const harm: string[] = []
    const fetched = new Set<string>()
    context.on('request', (request) => {
      if (request.url().startsWith(origin)) fetched.add(request.url())
      else if (!/^(about|data):/.test(request.url())) harm.push(request.url())
    })
    context.on('dialog', (dialog) => {
      harm.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    for (const url of urls) {
      await shown.setContent(`<img src="${url}"><video src="${url}"></video>`)
      // A file that is saved instead of shown ends the navigation, which is as good.
      await opened.goto(url, { timeout: 5_000 }).catch(() => undefined)
    }
    expect([...fetched].sort()).toEqual([...urls].sort())
    expect(harm).toEqual([])
  },
  TIMEOUT_MS,
)

async function uploadAll(token: string): Promise<string[]> {
  const urls: string[] = []
  for (const { bytes } of (await hostileFiles()).filter((_file, index) => index % STEP === 0)) {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${product.url}/api/files/`, { method: 'POST', headers, body })
    expect([200, 400, 413, 415]).toContain(answer.status)
    if (answer.status === 200) urls.push(((await answer.json()) as { data: { url: string } }).data.url)
  }
  return urls
}
