import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/http/app-type.ts'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import { buildMember } from '../build-member.ts'
import { multipartBody } from '../build-nft.ts'
import { hostileFiles } from '../hostile-files.ts'
import type { HostileFile } from '../hostile-payloads.ts'
import { useTestApp } from '../test-app.ts'

/** `npm test` takes every sixth, the torture all of them. */
const STEP = process.env.TORTURE_ROUNDS ? 1 : 6
const TIMEOUT_MS = 15 * 60_000

const HARMFUL =
  /<script|\son\w+\s*=|javascript:|vbscript:|foreignObject|<style|<animate|<set[\s/>]|<use|<image|<feImage|<a[\s/>]|<iframe|<!ENTITY|evil\.test|data:text|\/etc\/passwd/i

describe('hostile files', () => {
  const t = useTestApp()
  let media: App
  let token: string
  beforeAll(async () => {
    media = await buildMediaApp(t.ctx)
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
      }
    },
    TIMEOUT_MS,
  )
})
