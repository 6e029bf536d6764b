import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleGlb } from '../../../test/sample-media.ts'
import { inspectGlb } from './inspect-glb.ts'

/** Above what the validator reads. */
const LARGE_BYTES = 33 * 1024 * 1024
const HEADER_BYTES = 12
const MODEL = sampleGlb().subarray(HEADER_BYTES)
const OUTSIDE = sampleGlb({ asset: { version: '2.0' }, images: [{ uri: 'https://a.example/pixel.png' }] }).subarray(
  HEADER_BYTES,
)

const chunk = (type: string, length: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(length, 0)
  bytes.write(type, 4)
  return bytes
}
/** Its zeros are a hole in the file. */
const binary = { head: chunk('BIN\0', LARGE_BYTES), length: LARGE_BYTES }
const small = Buffer.concat([chunk('BIN\0', 4), Buffer.alloc(4)])
const unknown = Buffer.concat([chunk('NOTE', 4), Buffer.alloc(4)])

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'verso-test-'))))
afterAll(() => rm(folder, { recursive: true }))

async function inspect(parts: readonly (Buffer | typeof binary)[]): Promise<string> {
  const path = join(folder, 'model.glb')
  await using file = await open(path, 'w')
  let at = HEADER_BYTES
  for (const part of parts) {
    const [bytes, length] = 'head' in part ? [part.head, part.length] : [part, 0]
    await file.write(bytes, 0, bytes.length, at)
    at += bytes.length + length
  }
  await file.truncate(at)
  const head = sampleGlb().subarray(0, HEADER_BYTES)
  head.writeUInt32LE(at, 8)
  await file.write(head, 0, HEADER_BYTES, 0)
  return inspectGlb({ path, sizeBytes: at }).then(
    () => 'taken',
    () => 'refused',
  )
}

test.each([
  ['a JSON and its binary part', [MODEL, binary], 'taken'],
  ['a part of an extension behind them', [MODEL, binary, unknown], 'taken'],
  ['a part of an extension and no binary', [MODEL, unknown], 'taken'],
  ['a second JSON, which a viewer would take for the first', [MODEL, binary, OUTSIDE], 'refused'],
  ['a second JSON at once', [MODEL, OUTSIDE, binary], 'refused'],
  ['a second binary part', [MODEL, binary, small], 'refused'],
  ['a binary part behind that of an extension', [MODEL, unknown, binary], 'refused'],
])('a model of %s', async (_what, parts, expected) => {
  expect(await inspect(parts)).toBe(expected)
})
