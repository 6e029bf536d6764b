import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../../../test/stand-in.ts'
import { createKuboPinner } from './kubo-pinner.ts'
import { createPinningService } from './pinning-service.ts'

const CID = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const OTHER = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

describe('pinners', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
  })
  beforeEach(() => standIn.reset())
  afterAll(() => standIn.stop())
  const open = async () => Readable.from([Buffer.from('hello '), Buffer.from('world')])

  describe('Kubo', () => {
    const kubo = () => createKuboPinner({ apiUrl: standIn.url, token: 'secret' })

    it('is sent the bytes as a form, with the parameters that give our CIDs, and says which CID it has', async () => {
      standIn.answer('POST /api/v0/add', { Name: 'file', Hash: CID })
      expect(await kubo().pin(CID, open)).toBe(CID)
      const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = standIn.requests
      expect(Object.fromEntries(new URL(path, standIn.url).searchParams)).toMatchObject({
        pin: 'true',
        'cid-version': '1',
        'raw-leaves': 'true',
        chunker: 'size-1048576',
        'max-file-links': '1024',
      })
      expect(headers.authorization).toBe('Bearer secret')
      const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1]
      expect(body).toMatch(new RegExp(`^--${boundary}\r\n[^]*\r\n\r\nhello world\r\n--${boundary}--\r\n$`))
    })

    it('is sent bytes whole that end the form of another request', async () => {
      standIn.answer('POST /api/v0/add', { Name: 'file', Hash: CID })
      await kubo().pin(CID, open)
      const boundaryOf = (request = standIn.requests[0]) =>
        /boundary=(.+)$/.exec(request?.headers['content-type'] ?? '')?.[1] ?? ''
      const ending = `\r\n--${boundaryOf()}--\r\n`
      await kubo().pin(CID, async () => Readable.from([Buffer.from(ending)]))
      const [, second] = standIn.requests
      expect(second?.body).toContain(`\r\n\r\n${ending}\r\n--${boundaryOf(second)}--\r\n`)
      expect(ending).not.toContain(boundaryOf(second))
    })

    it('is not believed when it names another CID, or none', async () => {
      standIn.answer('POST /api/v0/add', { Name: 'file', Hash: OTHER })
      expect(await kubo().pin(CID, open)).toBe(OTHER)
      standIn.answer('POST /api/v0/add', { Name: 'file' })
      expect(await kubo().pin(CID, open)).toBe('')
      standIn.answer('POST /api/v0/add', {}, 500)
      await expect(kubo().pin(CID, open)).rejects.toThrow('kubo answered 500')
    })

    it('is asked whether it still has it, and whether it is there', async () => {
      standIn.answer('POST /api/v0/pin/ls', { Message: `path '${CID}' is not pinned` }, 500)
      expect(await kubo().isPinned(CID)).toBe(false)
      standIn.answer('POST /api/v0/pin/ls', {}, 502)
      await expect(kubo().isPinned(CID)).rejects.toThrow('kubo answered 502')
      standIn.answer('POST /api/v0/pin/ls', { Keys: { [CID]: { Type: 'recursive' } } })
      expect(await kubo().isPinned(CID)).toBe(true)
      await expect(kubo().check()).rejects.toThrow('404')
      standIn.answer('POST /api/v0/version', { Version: '0.39.0' })
      await kubo().check()
    })
  })

  describe('the pinning service', () => {
    const service = () => createPinningService({ apiUrl: `${standIn.url}/`, token: 'secret' })
    const pinOf = (cid: string, status: string) => ({ requestid: '1', status, pin: { cid } })

    it('is asked once for what it does not have yet, and says which CID it keeps', async () => {
      standIn.answer('GET /pins', { count: 0, results: [] })
      standIn.answer('POST /pins', pinOf(CID, 'queued'), 202)
      expect(await service().pin(CID, open)).toBe(CID)
      expect(JSON.parse(standIn.requests[1]?.body ?? '')).toEqual({ cid: CID })
      expect(standIn.requests[1]?.headers.authorization).toBe('Bearer secret')

      standIn.reset()
      standIn.answer('GET /pins', { count: 1, results: [pinOf(OTHER, 'pinning')] })
      expect(await service().pin(CID, open)).toBe(OTHER)
      expect(standIn.requests.map((request) => request.method)).toEqual(['GET'])
      expect(standIn.requests[0]?.path).toContain('status=queued,pinning,pinned')
    })

    it('has it only when it says it is pinned, and its errors are errors', async () => {
      standIn.answer('GET /pins', { count: 1, results: [pinOf(CID, 'queued')] })
      expect(await service().isPinned(CID)).toBe(false)
      standIn.answer('GET /pins', { count: 1, results: [pinOf(CID, 'pinned')] })
      expect(await service().isPinned(CID)).toBe(true)
      standIn.answer('GET /pins', {}, 401)
      await expect(service().check()).rejects.toThrow('the pinning service answered 401')
    })
  })
})
