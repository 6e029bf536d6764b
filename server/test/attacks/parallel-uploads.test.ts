import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { quarantineFolder } from '../../src/media/files/quarantine-folder.ts'
import { buildMember, type Member } from '../build-member.ts'
import { multipartBody, samplePng } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'

const MB = 1024 ** 2
const ANNOUNCED_BYTES = 90 * MB
const t = useTestApp({ env: { UPLOADS_UNUSED_MAX_MB: '200' } })
const open: ClientRequest[] = []
/** In place of the real disk, which has other work on it. */
const disk = vi.hoisted(() => ({ freeBytes: 10 * 1024 ** 3 }))
vi.mock('node:fs/promises', async (load) => ({
  ...(await load<object>()),
  statfs: async () => ({ bavail: disk.freeBytes, bsize: 1 }),
}))
let port: number

beforeAll(async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  port = (t.app.server.address() as AddressInfo).port
})
const listReceived = () => readdir(quarantineFolder(t.ctx)).catch(() => [])
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await expect.poll(listReceived).toEqual([])
})

/** Announces a large file, and sends its first bytes alone. */
function begin(member: Member): Promise<{ status: number | undefined; retryAfter: string | undefined }> {
  const { payload, headers } = multipartBody({ bytes: Buffer.alloc(2_000) })
  const options = { port, host: '127.0.0.1', method: 'POST', path: '/api/files/' }
  const length = { 'content-length': String(ANNOUNCED_BYTES) }
  const sent = request({ ...options, headers: { ...member.headers, ...headers, ...length } })
  open.push(sent)
  sent.write(payload.subarray(0, 1_000))
  return new Promise((resolve) => {
    sent.on('response', (answer: IncomingMessage) =>
      resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] }),
    )
    sent.on('error', () => undefined)
  })
}

const uploadWhole = async (member: Member) => {
  const { payload, headers } = multipartBody({ bytes: await samplePng('olive') })
  return t.call('POST', '/api/files/', { token: member.tokens.access, body: payload, headers })
}

test('a member’s uploads under way count for the quota before their bytes are there', async () => {
  const member = await buildMember(t)
  for (const count of [1, 2]) {
    void begin(member)
    await expect.poll(listReceived).toHaveLength(count)
  }
  expect(await begin(member)).toEqual({ status: 429, retryAfter: expect.any(String) })
  expect((await uploadWhole(await buildMember(t))).status).toBe(200)
  for (const one of open.splice(0)) one.destroy()
  await expect.poll(listReceived).toEqual([])
  expect((await uploadWhole(member)).status).toBe(200)
})

test('uploads under way never fill the disk together, however many members send them', async () => {
  disk.freeBytes = t.ctx.config.diskMinFreeBytes + ANNOUNCED_BYTES
  void begin(await buildMember(t))
  await expect.poll(listReceived).toHaveLength(1)
  expect(await begin(await buildMember(t))).toEqual({ status: 503, retryAfter: '60' })
})
