import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const OWNER = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`

describe('tokens of the collection that the books do not know', () => {
  const t = useTestApp()
  let nextToken = 900_001

  const seeToken = async (): Promise<string> => {
    const token_id = String(nextToken++)
    const seen = { to_address: OWNER, transaction_hash: HASH, block_number: 7, seen_at: t.clock.now() }
    await t.ctx.db
      .insertInto('chain_unknown_tokens')
      .values({ chain: 'POLYGON', token_id, ...seen })
      .execute()
    return token_id
  }
  const list = (admin: Member) =>
    t.call('GET', '/api/admin/unknown-tokens/', { site: 'admin', token: admin.tokens.access })
  const settle = (
    admin: Member,
    tokenId: string,
    { chain = 'POLYGON', ...body }: { chain?: string; settled?: unknown; reason?: string } = {},
  ) =>
    t.call('PUT', `/api/admin/unknown-tokens/${chain}/${tokenId}/`, {
      site: 'admin',
      token: admin.tokens.access,
      body: { settled: true, reason: 'Its owner has a copy', ...body },
    })

  it('are listed until an admin has settled them, with the reason in the audit log', async () => {
    const admin = await buildAdmin(t)
    const token_id = await seeToken()
    const { data, meta } = (await list(admin)).body
    const { contract } = t.ctx.chains.POLYGON
    const shown = { chain: 'POLYGON', contract, token_id, owner_address: OWNER, transaction_hash: HASH }
    expect(data).toEqual([{ ...shown, seen_at: expect.any(String), explorer_url: null }])
    expect(meta).toEqual({ next_cursor: null, total: 1 })
    const settled = await settle(admin, token_id)
    const settled_at = expect.any(String)
    expect([settled.status, settled.body.data]).toEqual([200, { chain: 'POLYGON', token_id, settled_at }])
    expect((await list(admin)).body).toEqual({ data: [], meta: { next_cursor: null, total: 0 } })
    const audit = t.ctx.db.selectFrom('audit_log').select(['action', 'subject_id', 'before', 'after'])
    expect(await audit.where('actor_id', '=', admin.id).execute()).toEqual([
      {
        action: 'unknown_token.settle',
        subject_id: `POLYGON ${token_id}`,
        before: { to_address: OWNER, transaction_hash: HASH },
        after: { settled: true, reason: 'Its owner has a copy' },
      },
    ])
  })

  it('are settled once, also by two admins at the same moment', async () => {
    const admins = [await buildAdmin(t), await buildAdmin(t)]
    const tokenId = await seeToken()
    const answers = await Promise.all(admins.map((admin) => settle(admin, tokenId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const audit = t.ctx.db.selectFrom('audit_log').select('id').where('subject_id', '=', `POLYGON ${tokenId}`)
    expect(await audit.execute()).toHaveLength(1)
  })

  it('are settled only with a reason', async () => {
    const admin = await buildAdmin(t)
    const tokenId = await seeToken()
    expect((await settle(admin, tokenId, { reason: ' ' })).body.errors).toEqual([{ reason: ['Required'] }])
    expect((await settle(admin, tokenId, { reason: 'No\u0000thing' })).status).toBe(400)
    expect((await settle(admin, tokenId, { settled: false })).body.errors).toEqual([{ settled: ['Required'] }])
    expect((await settle(admin, tokenId)).status).toBe(200)
  })

  it('are settled only by an admin who has stepped up', async () => {
    const tokenId = await seeToken()
    const stale = await settle(await buildAdmin(t, { steppedUp: false }), tokenId)
    expect([stale.status, stale.body.meta]).toEqual([403, { step_up: true }])
    expect((await settle(await buildMember(t), tokenId)).status).toBe(403)
    expect((await list(await buildMember(t))).status).toBe(403)
    expect((await settle(await buildAdmin(t), tokenId)).status).toBe(200)
  })

  it('that the indexer has not seen, or that cannot be, are not found', async () => {
    const admin = await buildAdmin(t)
    const tokenId = await seeToken()
    expect((await settle(admin, tokenId, { chain: 'ETH' })).status).toBe(404)
    for (const [chain, impossible] of [
      ['POLYGON', 'forty-one'],
      ['POLYGON', '9'.repeat(79)],
      ['SOL', tokenId],
    ] as const)
      expect((await settle(admin, impossible, { chain })).status).toBe(404)
  })
})
