import { expect, test } from 'vitest'
import { buildMember } from '../build-member.ts'
import { multipartBody } from '../build-nft.ts'
import { sampleGlb } from '../sample-media.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const scene = { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], scene: 0 }
const upload = async (nodes: object[]) => {
  const { tokens } = await buildMember(t)
  const { payload, headers } = multipartBody({
    name: 'm.glb',
    type: 'model/gltf-binary',
    bytes: sampleGlb({ ...scene, nodes }),
  })
  return t.call('POST', '/api/files/', { token: tokens.access, body: payload, headers })
}
const chain = (length: number) =>
  Array.from({ length }, (_, index) => (index < length - 1 ? { children: [index + 1] } : {}))

test('a chain of nodes that the validator would walk for minutes is refused before it', async () => {
  const startedAt = performance.now()
  expect((await upload(chain(300_000))).status).toBe(415)
  expect((await upload(chain(20_000))).status).toBe(415)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('a node that is its own descendant, or has two parents, is refused', async () => {
  expect((await upload([{ children: [1] }, { children: [1] }])).status).toBe(415)
  expect((await upload([{ children: [1, 2] }, { children: [2] }, {}])).status).toBe(415)
})

test('nodes that name the next one twice, and so have more paths than can be walked, are refused at once', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => (index < 39 ? { children: [index + 1, index + 1] } : {}))
  const startedAt = performance.now()
  expect((await upload(paths)).status).toBe(415)
  expect(performance.now() - startedAt).toBeLessThan(9_000)
})

test('a model of many nodes beside each other, and one of some depth, are taken', async () => {
  const wide = [
    { children: Array.from({ length: 500 }, (_, index) => index + 1) },
    ...Array.from({ length: 500 }, () => ({})),
  ]
  expect((await upload(wide)).status).toBe(200)
  expect((await upload(chain(100))).status).toBe(200)
})
