import { describe, expect, it } from 'vitest'
import { NFT_FILE_MAX_BYTES } from '@verso/protocol/limits'
import { buildMember } from '../../../test/build-member.ts'
import { multipartBody, sampleJpeg, samplePng, type UploadFile } from '../../../test/build-nft.ts'
import {
  sampleGlb,
  sampleMp3,
  sampleMp4,
  sampleOgg,
  sampleSvg,
  sampleWav,
  sampleWebm,
} from '../../../test/sample-media.ts'
import { useTestApp } from '../../../test/test-app.ts'

describe('POST /api/files/', () => {
  const t = useTestApp()

  async function upload(file: UploadFile, options: { token?: string; key?: string } = {}) {
    const token = options.token ?? (await buildMember(t)).tokens.access
    const { payload, headers } = multipartBody(file)
    const key = options.key && { 'idempotency-key': options.key }
    return t.call('POST', '/api/files/', { token, body: payload, headers: { ...headers, ...key } })
  }

  const accepted: [string, () => Buffer | Promise<Buffer>, string][] = [
    ['png', () => samplePng(), 'image/png'],
    ['jpeg', () => sampleJpeg(), 'image/jpeg'],
    ['svg', () => sampleSvg(), 'image/svg+xml'],
    ['mp4', () => sampleMp4(), 'video/mp4'],
    ['webm', () => sampleWebm(), 'video/webm'],
    ['mp3', () => sampleMp3(), 'audio/mpeg'],
    ['a short mp3', () => sampleMp3(2), 'audio/mpeg'],
    ['a short mp3 with a tag', () => Buffer.concat([sampleMp3(2), Buffer.from('TAG'.padEnd(128))]), 'audio/mpeg'],
    ['wav', () => sampleWav(), 'audio/wav'],
    ['ogg', () => sampleOgg(), 'audio/ogg'],
    ['glb', () => sampleGlb(), 'model/gltf-binary'],
  ]
  it.each(accepted)('accepts %s by its content, with any name', async (_ending, bytes, mime) => {
    const answer = await upload({ bytes: await bytes(), name: 'holiday.exe', type: 'text/html' })
    expect(answer.body).toMatchObject({ data: { mime, name: null, ipfs_hash: expect.stringMatching(/^b/) } })
    expect(answer.status).toBe(200)
  })

  const refused: [string, () => Buffer | Promise<Buffer>][] = [
    ['a page that calls itself png', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a script behind the first bytes of a GIF', () => Buffer.from('GIF89a=1;alert(1)')],
    ['a cut picture', async () => (await samplePng('red', 400, 400)).subarray(0, 300)],
    ['a PNG of 60 megapixels', () => samplePng('red', 10_000, 6_000)],
    ['a page with a drawing in it', () => Buffer.from('<html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>')],
    ['a drawing that never closes', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" <<<')],
    [
      'a drawing of 10^9 × 10^9',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000"/>'),
    ],
    ['a zip', () => Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
    ['a pdf', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['an mp4 that is only a head', () => sampleMp4().subarray(0, 24)],
    ['an mp4 of sound alone', () => sampleMp4('soun')],
    ['an mp4 whose boxes end outside', () => sampleMp4().subarray(0, -4)],
    ['a matroska that is no webm', () => sampleWebm('matroska')],
    [
      'an ID3 tag without sound',
      () => Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000'), Buffer.alloc(500)]),
    ],
    [
      'one head of a frame and a page',
      () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.from('<html><script>alert(1)</script></html>')]),
    ],
    [
      'a tag, one head of a frame and a page',
      () =>
        Buffer.concat([
          Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000', 'latin1'),
          Buffer.from('fffb9000', 'hex'),
          Buffer.from('<html><script>alert(1)</script></html>'),
        ]),
    ],
    ['a wav without data', () => sampleWav().subarray(0, 36)],
    ['an ogg that ends in a page', () => sampleOgg().subarray(0, -3)],
    ['an ogg of pictures', () => sampleOgg('\u0080theora')],
    [
      'a model that loads from outside',
      () => sampleGlb({ asset: { version: '2.0' }, buffers: [{ byteLength: 4, uri: 'https://evil.test/a.bin' }] }),
    ],
    [
      'a model whose picture lies outside',
      () => sampleGlb({ asset: { version: '2.0' }, images: [{ uri: '//evil.test/a.png' }] }),
    ],
    ['a model that is shorter than it says', () => sampleGlb().subarray(0, -4)],
    ['a model that is not JSON', () => sampleGlb('{"asset":')],
    [
      'a webp',
      async () =>
        (await import('sharp'))
          .default(await samplePng())
          .webp()
          .toBuffer(),
    ],
  ]
  it.each(refused)('refuses %s with 415', async (_what, bytes) => {
    const answer = await upload({ bytes: await bytes(), name: 'picture.png', type: 'image/png' })
    expect(answer.body).toMatchObject({ errors: [{ file: [expect.any(String)] }], code: 'unsupported_media_type' })
    expect(answer.status).toBe(415)
  })

  it('refuses one byte more than 100 MB with 413, and takes 100 MB', async () => {
    const { tokens } = await buildMember(t)
    const wav = sampleWav()
    const full = Buffer.concat([wav, Buffer.alloc(NFT_FILE_MAX_BYTES - wav.length)])
    expect((await upload({ bytes: full }, { token: tokens.access })).status).toBe(200)
    const answer = await upload({ bytes: Buffer.concat([full, Buffer.alloc(1)]) }, { token: tokens.access })
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toEqual([{ file: ['Files can be at most 100 MB'] }])
  }, 120_000)

  it('answers what is missing or broken in the request', async () => {
    const { tokens } = await buildMember(t)
    const token = tokens.access
    expect((await upload({ bytes: await samplePng(), field: 'picture' }, { token })).body.errors).toEqual([
      { file: ['Required'] },
    ])
    expect((await upload({ bytes: Buffer.alloc(0) }, { token })).body.errors).toEqual([{ file: ['The file is empty'] }])
    expect((await t.call('POST', '/api/files/', { token, body: {} })).status).toBe(415)
    const { payload, headers } = multipartBody({ bytes: await samplePng() })
    const cut = await t.call('POST', '/api/files/', { token, body: payload.subarray(0, 200), headers })
    expect(cut.body.errors).toEqual([{ file: ['The upload was interrupted'] }])
    expect((await t.call('POST', '/api/files/', { body: payload, headers })).status).toBe(401)
  })

  it('gives the first answer again under the same Idempotency-Key, and 422 for another file', async () => {
    const { tokens } = await buildMember(t)
    const options = { token: tokens.access, key: 'upload-1' }
    const first = await upload({ bytes: await samplePng('plum') }, options)
    const again = await upload({ bytes: await samplePng('plum') }, options)
    expect(again.body.data.id).toBe(first.body.data.id)
    expect((await upload({ bytes: await samplePng('navy') }, options)).status).toBe(422)
  })

  it('names a file, for its owner alone', async () => {
    const owner = await buildMember(t)
    const { body } = await upload({ bytes: await samplePng() }, { token: owner.tokens.access })
    const path = `/api/files/${body.data.id}/metadata/`
    const named = await t.call('POST', path, {
      token: owner.tokens.access,
      body: { name: 'Dawn', description: 'Light' },
    })
    expect(named.body.data).toMatchObject({ name: 'Dawn', description: 'Light' })
    const stranger = await buildMember(t)
    expect(
      (await t.call('POST', path, { token: stranger.tokens.access, body: { name: 'x', description: 'y' } })).status,
    ).toBe(404)
    const empty = await t.call('POST', path, { token: owner.tokens.access, body: {} })
    expect(empty.body.errors).toEqual([{ name: ['Required'], description: ['Required'] }])
    const long = await t.call('POST', path, {
      token: owner.tokens.access,
      body: { name: 'x', description: 'y'.repeat(501) },
    })
    expect(Object.keys(long.body.errors[0])).toEqual(['description'])
    const ofEmoji = { name: 'x', description: '🌊'.repeat(500) }
    expect((await t.call('POST', path, { token: owner.tokens.access, body: ofEmoji })).body.data).toMatchObject(ofEmoji)
  })

  it('makes smaller copies without EXIF; until then the original is shown', async () => {
    const { access: token } = (await buildMember(t)).tokens
    const { body } = await upload({ bytes: await sampleJpeg('gold', 1600, 900) }, { token })
    expect(body.data.variants).toEqual({})
    await t.runJobs()
    const { variants } = (await t.call('GET', `/api/files/${body.data.id}/`, { token })).body.data
    expect(Object.keys(variants).sort()).toEqual([
      'avatar',
      'avatar_large',
      'card',
      'card_avif',
      'full',
      'full_avif',
      'page',
      'page_avif',
      'thumb',
    ])
    expect(variants.card).toMatch(/\/files\/[0-9a-f]{64}\.webp$/)
  })
})
