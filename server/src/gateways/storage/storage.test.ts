import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStorage } from './disk-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** As much of S3 as the adapter uses: objects by path, ranges, 404 for what is not there. */
function fakeS3(): Server {
  const objects = new Map<string, Buffer>()
  return createServer(async (request, response) => {
    const key = (request.url ?? '').split('?')[0]?.replace(/\/$/, '') ?? ''
    if (request.method === 'PUT') {
      objects.set(key, await buffer(request))
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') objects.delete(key)
    const object = key === '/works' ? Buffer.alloc(0) : objects.get(key)
    if (!object) return void response.writeHead(request.method === 'DELETE' ? 204 : 404).end()
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, {
      'content-length': part.length,
      ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${object.length}` }),
    })
    response.end(request.method === 'HEAD' ? undefined : part)
  })
}

describe.each(['disk', 's3'])('%s storage', (kind) => {
  let storage: Storage
  let folder: string
  const server = fakeS3()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verso-storage-'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const s3 = { bucket: 'works', region: 'us-east-1', endpoint, accessKeyId: 'id', secretAccessKey: 'secret' }
    storage = kind === 's3' ? createS3Storage(s3) : createDiskStorage(folder)
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
  const bytes = Buffer.from('0123456789'.repeat(1_000))

  it('gives back what was put, whole and in ranges', async () => {
    await storage.check()
    await storage.put('a1.bin', bytes, { mime: 'application/octet-stream' })
    await storage.put('b2.bin', Readable.from([bytes.subarray(0, 4_000), bytes.subarray(4_000)]), {
      mime: 'application/octet-stream',
      sizeBytes: bytes.length,
    })
    for (const key of ['a1.bin', 'b2.bin']) {
      expect(await storage.size(key)).toBe(bytes.length)
      const whole = await storage.get(key)
      expect(whole?.sizeBytes).toBe(bytes.length)
      expect((await buffer(whole?.body ?? Readable.from([]))).equals(bytes)).toBe(true)
      const part = await storage.get(key, { start: 5, end: 14 })
      expect(part?.sizeBytes).toBe(bytes.length)
      expect((await buffer(part?.body ?? Readable.from([]))).toString()).toBe('5678901234')
    }
  })

  it('knows what is not there, and forgets what was deleted', async () => {
    expect(await storage.size('none.bin')).toBeUndefined()
    expect(await storage.get('none.bin')).toBeUndefined()
    await storage.put('c3.bin', bytes, { mime: 'application/octet-stream' })
    await storage.delete('c3.bin')
    expect(await storage.size('c3.bin')).toBeUndefined()
  })
})

describe('disk storage', () => {
  it('leaves nothing behind when a stream breaks, and keeps to its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verso-storage-'))
    const storage = createDiskStorage(folder)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('cut')
      })(),
    )
    await expect(storage.put('d4.bin', broken, { mime: 'a/b' })).rejects.toThrow('cut')
    expect(await storage.size('d4.bin')).toBeUndefined()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    for (const key of ['../x', '/etc/passwd', 'a/../../b', ''])
      await expect((async () => storage.put(key, Buffer.alloc(1), { mime: 'a/b' }))()).rejects.toThrow('no storage key')
    await rm(folder, { recursive: true })
  })
})
