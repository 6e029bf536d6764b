import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isSwiftInstalled, startInstalledSwift } from '../../../test/installed-swift.ts'
import { IDLE_IN_TRANSACTION_MS } from '../../db/connect-client.ts'
import { createDiskStorage } from './disk-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const swift = isSwiftInstalled ? await startInstalledSwift('works') : undefined
afterAll(() => swift?.stop())

describe.each(['disk', 's3', ...(swift ? ['swift'] : [])])('%s storage', (kind) => {
  let storage: Storage
  let folder: string
  let server: S3rver
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verso-storage-'))
    const directory = join(folder, 'buckets')
    await mkdir(directory)
    const configureBuckets = [{ name: 'works', configs: [] }]
    server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    const { port } = await server.run()
    const endpoint = `http://127.0.0.1:${port}`
    const s3 = { bucket: 'works', region: 'us-east-1', endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    storage = kind === 'disk' ? createDiskStorage(folder) : createS3Storage(kind === 'swift' && swift ? swift.s3 : s3)
  })
  afterAll(async () => {
    await server.close()
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

  it('takes a body of many parts as a stream, and gives any range of it', async () => {
    const piece = Buffer.alloc(1024 * 1024)
    const pieces = Array.from({ length: 20 }, (_, index) => Buffer.from(piece.fill(index + 1)))
    const whole = Buffer.concat(pieces)
    const options = { mime: 'video/mp4', sizeBytes: whole.length }
    await storage.put('e5.bin', Readable.from(pieces), options)
    const stored = await storage.get('e5.bin')
    expect(stored?.sizeBytes).toBe(whole.length)
    expect((await buffer(stored?.body ?? Readable.from([]))).equals(whole)).toBe(true)
    // Across the border between two parts.
    const range = { start: 8 * 1024 * 1024 - 3, end: 8 * 1024 * 1024 + 2 }
    const part = await storage.get('e5.bin', range)
    expect([...(await buffer(part?.body ?? Readable.from([])))]).toEqual([8, 8, 8, 9, 9, 9])
  })

  it('keeps nothing of a body that breaks after its first parts', async () => {
    const broken = Readable.from(
      (async function* () {
        for (let piece = 0; piece < 18; piece++) yield Buffer.alloc(1024 * 1024, 7)
        throw new Error('cut')
      })(),
    )
    // This S3 server refuses to abort, and its refusal is then the error; below is one that does not.
    await expect(storage.put('f6.bin', broken, { mime: 'video/mp4' })).rejects.toThrow()
    expect(await storage.size('f6.bin')).toBeUndefined()
  })

  it('takes over a file of ours', async () => {
    const path = join(folder, 'quarantined')
    await writeFile(path, bytes)
    await storage.putFile('g7.bin', path, { mime: 'application/octet-stream' })
    const stored = await storage.get('g7.bin')
    expect((await buffer(stored?.body ?? Readable.from([]))).equals(bytes)).toBe(true)
    expect(existsSync(path)).toBe(kind !== 'disk')
    await expect(storage.putFile('h8.bin', join(folder, 'missing'), { mime: 'a/b' })).rejects.toThrow('ENOENT')
    expect(await storage.size('h8.bin')).toBeUndefined()
  })

  it('knows what is not there, and forgets what was deleted', async () => {
    expect(await storage.size('none.bin')).toBeUndefined()
    expect(await storage.get('none.bin')).toBeUndefined()
    await storage.put('c3.bin', bytes, { mime: 'application/octet-stream' })
    await storage.delete('c3.bin')
    expect(await storage.size('c3.bin')).toBeUndefined()
  })
})

describe('S3 storage', () => {
  async function openOn(answer: RequestListener): Promise<Storage> {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return createS3Storage({
      bucket: 'works',
      region: 'us-east-1',
      endpoint,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
  }

  it('aborts a body of parts that breaks, so that no parts stay behind', async () => {
    const asked: string[] = []
    const s3 = await openOn(async (request, response) => {
      await buffer(request)
      const { method, url = '' } = request
      if (url.includes('uploads')) {
        asked.push('start')
        response.end('<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>')
      } else if (url.includes('uploadId=upload-1')) {
        asked.push(method === 'DELETE' ? 'abort' : method === 'PUT' ? 'part' : 'finish')
        response.writeHead(method === 'DELETE' ? 204 : 200, { etag: '"part"' }).end()
      } else response.writeHead(404).end()
    })
    const broken = Readable.from(
      (async function* () {
        for (let piece = 0; piece < 18; piece++) yield Buffer.alloc(1024 * 1024, 7)
        throw new Error('cut')
      })(),
    )
    await expect(s3.put('f6.bin', broken, { mime: 'video/mp4' })).rejects.toThrow('cut')
    expect(asked[0]).toBe('start')
    expect(asked.filter((what) => what === 'abort')).toHaveLength(1)
    expect(asked).not.toContain('finish')
  })

  it('answers while many readers take their time', async () => {
    const s3 = await openOn(({ method }, response) => {
      response.writeHead(200, { 'content-length': 100 })
      if (method === 'GET') response.write('the rest is never read')
      else response.end()
    })
    const bodies = await Promise.all(Array.from({ length: 200 }, () => s3.get('a1.bin')))
    onTestFinished(() => bodies.forEach((object) => object?.body.on('error', () => undefined).destroy()))
    await s3.check()
    expect(await s3.size('a1.bin')).toBe(100)
  }, 15_000)

  it('gives up a check and a deletion without an answer, before a transaction around it is cut', async () => {
    const s3 = await openOn(() => undefined)
    const startMs = performance.now()
    await Promise.all([
      expect(s3.check()).rejects.toThrow('aborted'),
      expect(s3.delete('a1.bin')).rejects.toThrow('aborted'),
    ])
    expect(performance.now() - startMs).toBeLessThan(IDLE_IN_TRANSACTION_MS * 0.75)
  }, 20_000)
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
