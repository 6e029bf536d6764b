import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createContext } from '../src/create-context.ts'
import type { App } from '../src/http/app-type.ts'
import { buildMediaApp } from '../src/media/serving/media-app.ts'
import { createLogger } from '../src/logger.ts'
import { buildAdmin } from './build-member.ts'
import { multipartBody, samplePng } from './build-nft.ts'
import { buildCollector } from './build-token.ts'
import { giveCredits } from './give-credits.ts'
import { isSwiftInstalled, startInstalledSwift } from './installed-swift.ts'
import { useTestApp } from './test-app.ts'

const LONG_MS = 180_000
const swift = isSwiftInstalled ? await startInstalledSwift('works') : undefined
afterAll(() => swift?.stop())

// Skipped where OpenStack Swift is not installed (on Debian: apt-get install swift-account swift-container swift-object swift-proxy).
describe.skipIf(!swift)('files in the S3 of OpenStack Swift', () => {
  const t = useTestApp({
    env: {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'works',
      S3_ENDPOINT: swift?.s3.endpoint ?? '',
      S3_ACCESS_KEY_ID: swift?.s3.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: swift?.s3.secretAccessKey ?? '',
    },
  })
  /** Another process's: its own connections, its own client of the bucket. */
  let other: { api: App; media: App; close(): Promise<unknown> }
  beforeAll(async () => {
    const ctx = await createContext(t.ctx.config, { clock: t.clock, log: createLogger('error') })
    await ctx.jobs.start()
    const [api, media] = [await buildApp(ctx, 'marketplace'), await buildMediaApp(ctx)]
    other = {
      api,
      media,
      close: async () => Promise.all([api.close(), media.close(), ctx.jobs.stop()]).then(() => ctx.close()),
    }
  })
  afterAll(() => other.close())

  test('uploaded by one process, they are worked on, minted and served by another, and gone from both after a takedown', {
    timeout: LONG_MS,
  }, async () => {
    const member = await buildCollector(t)
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    const bytes = await samplePng('salmon', 900, 700)
    const upload = async () => {
      const { payload, headers } = multipartBody({ bytes })
      const given = { method: 'POST', url: '/api/files/', payload, headers: { ...member.headers, ...headers } } as const
      const answer = await other.api.inject(given)
      expect(answer.statusCode).toBe(200)
      return (answer.json() as { data: { id: string } }).data.id
    }
    const [file, thumbnail] = [await upload(), await upload()]
    const token = member.tokens.access
    await t.call('POST', `/api/files/${file}/metadata/`, { token, body: { name: 'Dawn', description: 'Light' } })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail, royalty: 5 }
    const { id } = (await t.call('POST', '/api/nfts/', { token, body })).body.data
    await t.runJobs()
    const admin = { site: 'admin', token: (await buildAdmin(t)).tokens.access } as const
    const decide = (decision: object) => t.call('PUT', `/api/admin/nfts/${id}/`, { ...admin, body: decision })
    expect((await decide({ approved: true })).status).toBe(200)
    const nft = (await t.call('GET', `/api/nfts/${id}/`)).body.data
    expect(nft.mint_tx.status).toBe('SUCCESSED')
    const own = await buildMediaApp(t.ctx)
    const get = (media: App, address: string, headers = {}) => media.inject({ url: new URL(address).pathname, headers })
    for (const media of [own, other.media]) {
      const whole = await get(media, nft.file_url)
      expect([whole.statusCode, whole.rawPayload.equals(bytes)]).toEqual([200, true])
      const part = await get(media, nft.file_url, { range: 'bytes=8-15' })
      expect([part.statusCode, part.rawPayload.equals(bytes.subarray(8, 16))]).toEqual([206, true])
      // Made by the worker.
      expect((await get(media, nft.card_url)).statusCode).toBe(200)
    }
    expect((await decide({ taken_down: true, reason: 'Copied' })).status).toBe(200)
    for (const media of [own, other.media])
      for (const address of [nft.file_url, nft.card_url]) expect((await get(media, address)).statusCode).toBe(410)
    await own.close()
  })
})
