import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildFile, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { createKuboPinner } from '../../gateways/ipfs/kubo-pinner.ts'
import { computeFileCid } from './compute-file-cid.ts'
import { keepPinned, pinSweep } from './keep-pinned.ts'

/** A stand-in for Kubo's RPC that adds files as Kubo does with these parameters. */
class FakeKubo {
  pins = new Set<string>()
  isDown = false
  answersWith: string | undefined
  server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://kubo')
    const body = await buffer(request)
    if (this.isDown) return void response.writeHead(500).end()
    if (url.pathname === '/api/v0/add') {
      const start = body.indexOf('\r\n\r\n') + 4
      const end = body.lastIndexOf('\r\n--')
      const content = body.subarray(start, end)
      const cid =
        this.answersWith ??
        (await computeFileCid(
          (async function* () {
            yield content
          })(),
        ))
      this.pins.add(cid)
      return void response.end(JSON.stringify({ Name: 'file', Hash: cid }))
    }
    const isPinned = this.pins.has(url.searchParams.get('arg') ?? '')
    response.writeHead(isPinned ? 200 : 500).end('{}')
  })
}

describe('keeping content pinned', () => {
  const t = useTestApp()
  const kubo = new FakeKubo()
  beforeAll(async () => {
    await new Promise<void>((resolve) => kubo.server.listen(0, '127.0.0.1', resolve))
    const { port } = kubo.server.address() as AddressInfo
    t.ctx.pinner = createKuboPinner({ apiUrl: `http://127.0.0.1:${port}` })
  })
  afterAll(() => new Promise((resolve) => kubo.server.close(resolve)))

  const keep = (cids: (string | null)[]) => inTransaction(t.ctx.db, (tx) => keepPinned(t.ctx, tx, cids))
  const find = (cid: string | null) =>
    t.ctx.db
      .selectFrom('pins')
      .selectAll()
      .where('cid', '=', cid ?? '')
      .executeTakeFirstOrThrow()

  it('pins files and metadata under exactly our CIDs', async () => {
    const file = await buildFile(t, { ownerId: (await buildMember(t)).id })
    const nft = await buildNft(t)
    await keep([file.cid, nft.metadata_cid, file.cid])
    await pinSweep.run(t.ctx)
    expect(kubo.pins).toEqual(new Set([file.cid, nft.metadata_cid]))
    expect(await find(file.cid)).toMatchObject({ pinned_by: 'kubo', attempts: 0, error: null })
  })

  it('looks again every day and pins anew what was lost', async () => {
    const [cid = ''] = kubo.pins
    kubo.pins.delete(cid)
    await pinSweep.run(t.ctx)
    expect(kubo.pins.has(cid)).toBe(false)
    t.clock.advance(24 * 3_600_000)
    await pinSweep.run(t.ctx)
    expect(kubo.pins.has(cid)).toBe(true)
  })

  it('tries again, less and less often, when the pinner is down or keeps other bytes', async () => {
    const { cid } = await buildFile(t, { ownerId: (await buildMember(t)).id })
    await keep([cid])
    kubo.isDown = true
    await pinSweep.run(t.ctx)
    expect(await find(cid)).toMatchObject({ pinned_by: null, attempts: 1, error: 'kubo answered 500' })
    kubo.isDown = false
    kubo.answersWith = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    t.clock.advance(31_000)
    await pinSweep.run(t.ctx)
    expect((await find(cid)).error).toContain('instead')
    kubo.answersWith = undefined
    t.clock.advance(31_000)
    await pinSweep.run(t.ctx)
    expect((await find(cid)).attempts).toBe(2)
    t.clock.advance(30_000)
    await pinSweep.run(t.ctx)
    expect(await find(cid)).toMatchObject({ pinned_by: 'kubo', attempts: 0, error: null })
  })
})
