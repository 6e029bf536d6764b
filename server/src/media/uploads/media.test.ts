import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildFile, buildNft, samplePng } from '../../../test/build-nft.ts'
import { sampleSvg } from '../../../test/sample-media.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../http/app-type.ts'
import { buildMediaApp } from '../serving/media-app.ts'
import type { FileRow } from '../files/queries.ts'

describe('the media origin', () => {
  const t = useTestApp()
  let media: App
  let bytes: Buffer
  let file: FileRow
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    media.inject({ method, url, headers })

  beforeAll(async () => {
    media = await buildMediaApp(t.ctx)
    bytes = await samplePng('olive', 120, 80)
    file = await buildFile(t, { ownerId: (await buildMember(t)).id, bytes })
  })
  afterAll(() => media.close())

  it('serves exactly the stored bytes, lets nothing run, and lets caches ask again', async () => {
    const answer = await get(`/files/${file.storage_key}`)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=3600, s-maxage=60, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    })
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{12}\.png"$/)
    const again = await get(`/files/${file.storage_key}`, { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it.each([
    ['bytes=0-9', 206, [0, 10]],
    ['bytes=10-', 206, [10, undefined]],
    ['bytes=-7', 206, [-7, undefined]],
    ['bytes=5-999999999', 206, [5, undefined]],
    ['bytes=0-0', 206, [0, 1]],
  ])('serves the range %s', async (range, status, [start, end]) => {
    const answer = await get(`/files/${file.storage_key}`, { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.rawPayload.equals(bytes.subarray(start, end))).toBe(true)
    expect(answer.headers['content-range']).toMatch(new RegExp(`/${bytes.length}$`))
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  })

  it('answers 416 to a range beyond the end, and the whole file to one it does not understand', async () => {
    const beyond = await get(`/files/${file.storage_key}`, { range: `bytes=${bytes.length}-` })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`)
    for (const range of ['bytes=a-b', 'bytes=0-1,5-6', 'items=0-1'])
      expect((await get(`/files/${file.storage_key}`, { range })).statusCode).toBe(200)
  })

  it('answers HEAD with the size and no body', async () => {
    const answer = await get(`/files/${file.storage_key}`, {}, 'HEAD')
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(answer.rawPayload).toHaveLength(0)
  })

  it('has a drawing saved when it is opened by itself', async () => {
    const drawing = await buildFile(t, { ownerId: file.owner_id, bytes: sampleSvg(), ending: 'svg' })
    const answer = await get(`/files/${drawing.storage_key}`)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
  })

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%00',
    'x.html',
    `${'a'.repeat(64)}.html`,
    `${'a'.repeat(64)}.png`,
    `${'a'.repeat(64)}.constructor`,
  ])('has no file %s', async (key) => {
    const answer = await get(`/files/${key}`)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('is an IPFS gateway for files and for metadata', async () => {
    const nft = await buildNft(t, { minted: false })
    expect((await get(`/ipfs/${file.cid}`)).rawPayload.equals(bytes)).toBe(true)
    const metadata = await get(`/ipfs/${nft.metadata_cid}`)
    expect(metadata.rawPayload.equals(nft.metadata ?? Buffer.alloc(0))).toBe(true)
    expect(metadata.headers['content-type']).toContain('application/json')
    for (const cid of ['nonsense', 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'])
      expect((await get(`/ipfs/${cid}`)).statusCode).toBe(404)
  })
})
