import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../e2e/chromium.ts'
import type { App } from '../../src/http/app-type.ts'
import { buildMediaApp } from '../../src/media-app.ts'
import { buildMember } from '../build-member.ts'
import { multipartBody } from '../build-nft.ts'
import { type HostileFile, hostileFiles } from '../hostile-files.ts'
import { useTestApp } from '../test-app.ts'

const isTorture = process.env.TORTURE_ROUNDS !== undefined
/** `npm test` takes every sixth, the torture all of them. */
const STEP = isTorture ? 1 : 6
const OPENED_IN_CHROMIUM = isTorture ? 60 : 5
const TIMEOUT_MS = 15 * 60_000

const HARMFUL =
  /<script|\son\w+\s*=|javascript:|vbscript:|foreignObject|<style|<animate|<set[\s/>]|<use|<image|<feImage|<a[\s/>]|<iframe|<!ENTITY|evil\.test|data:text|\/etc\/passwd/i

describe('hostile files', () => {
  const t = useTestApp()
  let media: App
  let token: string
  const keptKeys: string[] = []
  beforeAll(async () => {
    media = await buildMediaApp(t.ctx)
    await media.listen({ port: 0, host: '127.0.0.1' })
    token = (await buildMember(t)).tokens.access
  })
  afterAll(() => media.close())

  const upload = ({ bytes }: HostileFile) => {
    const { payload, headers } = multipartBody({ bytes, name: 'picture.png', type: 'image/png' })
    return t.call('POST', '/api/files/', { token, body: payload, headers })
  }

  it(
    'are refused, or kept without what harms and served as what they are',
    async () => {
      const all = await hostileFiles()
      expect(all.length).toBeGreaterThanOrEqual(150)
      for (const file of all.filter((_file, index) => index % STEP === 0)) {
        const { status, body } = await upload(file)
        expect([200, 400, 413, 415], file.what).toContain(status)
        if (status !== 200) continue
        const key = body.data.url.split('/files/')[1]
        const served = await media.inject(`/files/${key}`)
        const type = String(served.headers['content-type'])
        expect(type, file.what).toMatch(/^(image|video|audio|model)\//)
        expect(served.headers['x-content-type-options']).toBe('nosniff')
        if (type === 'image/svg+xml') expect(served.body, file.what).not.toMatch(HARMFUL)
        keptKeys.push(key)
      }
    },
    TIMEOUT_MS,
  )

  it(
    'run and fetch nothing in a real browser, shown as a picture or opened by themselves',
    async () => {
      const { executablePath, args, env } = findChromium()
      const browser = await chromium.launch({ executablePath, args, env, headless: true })
      try {
        const page = await (await browser.newContext({ acceptDownloads: false })).newPage()
        const origin = `http://127.0.0.1:${(media.server.address() as AddressInfo).port}`
        const strangers: string[] = []
        page.on('request', (request) => {
          if (!request.url().startsWith(origin) && !/^(about|data):/.test(request.url())) strangers.push(request.url())
        })
        page.on('dialog', (dialog) => {
          strangers.push(`dialog: ${dialog.message()}`)
          void dialog.dismiss()
        })
        for (const key of keptKeys.slice(0, OPENED_IN_CHROMIUM)) {
          await page.setContent(`<img src="${origin}/files/${key}"><video src="${origin}/files/${key}"></video>`)
          await page.goto(`${origin}/files/${key}`, { timeout: 5_000 }).catch(() => undefined)
        }
        expect(strangers).toEqual([])
        if (isTorture) expect(keptKeys.length).toBeGreaterThanOrEqual(30)
      } finally {
        await browser.close()
      }
    },
    TIMEOUT_MS,
  )
})
