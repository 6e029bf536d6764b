import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildMember } from '../build-member.ts'
import { multipartBody, samplePng } from '../build-nft.ts'
import { sampleGlb } from '../sample-media.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
/** The error of the validator, or of the walk of all its parts: by the processor time that a file has, on any machine. */
const TOO_LONG = [{ file: ['The file takes too long to read'] }]
const scene = { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], scene: 0 }
const uploadBytes = async (bytes: Buffer) => {
  const { tokens } = await buildMember(t)
  const { payload, headers } = multipartBody({ name: 'm.glb', type: 'model/gltf-binary', bytes })
  return t.call('POST', '/api/files/', { token: tokens.access, body: payload, headers })
}
function expectRefusedAtOnce({ status, body }: Awaited<ReturnType<typeof uploadBytes>>, what?: string): void {
  expect(status, what).toBe(415)
  expect(body.errors, what).not.toEqual(TOO_LONG)
}
const upload = (nodes: object[]) => uploadBytes(sampleGlb({ ...scene, nodes }))
const uploadParts = (parts: object) => uploadBytes(sampleGlb({ asset: scene.asset, ...parts }))
/** A picture of no more than a header and a few bytes. */
const claimPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const part = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const pixels = deflateSync(Buffer.alloc(1_000))
  const parts = [part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}
const chain = (length: number) =>
  Array.from({ length }, (_, index) => (index < length - 1 ? { children: [index + 1] } : {}))

test('a chain of nodes that the validator would walk for minutes is refused before it', async () => {
  expectRefusedAtOnce(await upload(chain(300_000)))
  expectRefusedAtOnce(await upload(chain(20_000)))
})

test('a node that is its own descendant, or has two parents, is refused', async () => {
  expect((await upload([{ children: [1] }, { children: [1] }])).status).toBe(415)
  expect((await upload([{ children: [1, 2] }, { children: [2] }, {}])).status).toBe(415)
})

test('nodes that name the next one twice, and so have more paths than can be walked, are refused at once', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => (index < 39 ? { children: [index + 1, index + 1] } : {}))
  expectRefusedAtOnce(await upload(paths))
})

test('a model of many nodes beside each other, and one of some depth, are taken', async () => {
  const wide = [
    { children: Array.from({ length: 500 }, (_, index) => index + 1) },
    ...Array.from({ length: 500 }, () => ({})),
  ]
  expect((await upload(wide)).status).toBe(200)
  expect((await upload(chain(100))).status).toBe(200)
})

test('numbers that are nowhere in the file, for which a viewer would make room, are refused at once', async () => {
  const position = { componentType: 5126, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }
  const views = { buffers: [{ byteLength: 64 }], bufferViews: [{ buffer: 0, byteLength: 64 }] }
  const sparse = { count: 2, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 0 } }
  for (const count of [1e9, -1, 1.5, 1e300])
    expectRefusedAtOnce(await uploadParts({ accessors: [{ ...position, count }] }), String(count))
  expectRefusedAtOnce(await uploadParts({ ...views, accessors: [{ ...position, count: 2e9, sparse }] }))
  const many = Array.from({ length: 1_000 }, () => ({ ...position, count: 1e6 }))
  expectRefusedAtOnce(await uploadParts({ accessors: many }))
  expect((await uploadParts({ accessors: [{ ...position, count: 1_000 }] })).status).toBe(200)
})

const TOO_MANY_PARTS = [{ file: ['The 3D model is too complicated: it has too many parts'] }]
const parts = (count: number, primitive: object = { attributes: {} }) => Array.from({ length: count }, () => primitive)
const positions = {
  accessors: [{ componentType: 5126, type: 'VEC3', count: 1_000_000, min: [0, 0, 0], max: [0, 0, 0] }],
}

test.each([
  ['in one mesh', { meshes: [{ primitives: parts(200_000) }] }],
  ['in many meshes', { meshes: Array.from({ length: 300 }, () => ({ primitives: parts(100) })) }],
  ['by many nodes', { meshes: [{ primitives: parts(500) }], nodes: parts(500, { mesh: 0 }) }],
  ['of many corners each', { ...positions, meshes: [{ primitives: parts(60, { attributes: { POSITION: 0 } }) }] }],
  [
    'as instances',
    {
      ...positions,
      meshes: [{ primitives: parts(1, { attributes: { POSITION: 0 } }) }],
      nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } }],
    },
  ],
  ['as materials', { materials: parts(200_000, {}) }],
])('a model of more parts than a viewer draws is refused at once: %s', async (_where, json) => {
  const { status, body } = await uploadParts(json)
  expect(body.errors).toEqual(TOO_MANY_PARTS)
  expect(status).toBe(415)
})

test('a model of 2,000 parts is taken', async () => {
  const meshes = [{ primitives: parts(20, { attributes: { POSITION: 0 } }) }]
  const accessors = [{ ...positions.accessors[0], count: 300 }]
  expect((await uploadParts({ accessors, meshes, nodes: parts(100, { mesh: 0 }) })).status).toBe(200)
})

test('three million empty chunks are refused at once', async () => {
  const model = sampleGlb()
  const chunk = Buffer.from([0, 0, 0, 0, 65, 65, 65, 65])
  const bytes = Buffer.concat([model, Buffer.alloc(3_000_000 * chunk.length, chunk)])
  bytes.writeUInt32LE(bytes.length, 8)
  expectRefusedAtOnce(await uploadBytes(bytes))
})

test('small textures that unpack to more than a viewer can hold are refused, in a URI and in the binary part', async () => {
  const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  const bomb = claimPng(60_000, 60_000)
  expect((await uploadParts({ images: [{ uri: uri(bomb) }] })).status).toBe(415)
  const eight = Array.from({ length: 8 }, () => ({ uri: uri(claimPng(7_000, 7_000)) }))
  expect((await uploadParts({ images: eight })).status).toBe(415)
  expect((await uploadParts({ images: [{ uri: uri(await samplePng()) }] })).status).toBe(200)

  const inView = (bytes: Buffer) => {
    const size = Math.ceil(bytes.length / 4) * 4
    const model = sampleGlb({
      asset: scene.asset,
      buffers: [{ byteLength: size }],
      bufferViews: [{ buffer: 0, byteLength: bytes.length }],
      images: [{ bufferView: 0, mimeType: 'image/png' }],
    })
    const head = Buffer.alloc(8)
    head.writeUInt32LE(size, 0)
    head.write('BIN\0', 4)
    const whole = Buffer.concat([model, head, bytes, Buffer.alloc(size - bytes.length)])
    whole.writeUInt32LE(whole.length, 8)
    return uploadBytes(whole)
  }
  expect((await inView(bomb)).status).toBe(415)
  expect((await inView(await samplePng())).status).toBe(200)
})

/** Larger than the validator reads. */
const uploadLarge = (json: object) => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(33 * 1024 * 1024, 0)
  head.write('BIN\0', 4)
  const whole = Buffer.concat([sampleGlb({ asset: scene.asset, ...json }), head, Buffer.alloc(33 * 1024 * 1024)])
  whole.writeUInt32LE(whole.length, 8)
  return uploadBytes(whole)
}
/** An object that a viewer reads as it reads a list. */
const asObject = (list: readonly object[]) => ({ ...list, length: list.length })

test.each([
  ['buffers', { buffers: asObject([{ uri: 'https://evil.test/a.bin', byteLength: 4 }]) }],
  ['images', { images: asObject([{ uri: 'https://evil.test/a.png' }]) }],
  ['meshes', { meshes: asObject([{ primitives: parts(20_000) }]) }],
  ['parts', { meshes: [{ primitives: asObject(parts(20_000)) }] }],
  ['nodes', { nodes: asObject(chain(300)) }],
  ['children', { nodes: [{ children: asObject([{}]) }] }],
  ['scenes', { scenes: asObject([{ nodes: [] }]) }],
  ["a scene's nodes", { scenes: [{ nodes: asObject([{}]) }] }],
])('a large model whose %s are an object instead of a list is refused', async (_what, json) => {
  expectRefusedAtOnce(await uploadLarge(json))
})

test('a large model of lists is taken', async () => {
  const buffers = [{ byteLength: 33 * 1024 * 1024 }]
  const meshes = [{ primitives: parts(2) }]
  const nodes = [{ mesh: 0, children: [1] }, {}]
  expect((await uploadLarge({ buffers, meshes, nodes, scenes: [{ nodes: [0] }], scene: 0 })).status).toBe(200)
})
