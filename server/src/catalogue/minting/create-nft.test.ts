import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildFile, sampleJpeg } from '../../../test/build-nft.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { sampleWav } from '../../../test/sample-media.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { UnfinishedMediaError } from '../../gateways/media/media-error.ts'

describe('POST /api/nfts/', () => {
  const t = useTestApp()

  async function buildCreator(): Promise<Member> {
    const member = await buildMember(t)
    await buildWallet(t, { userId: member.id })
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    return member
  }
  async function bodyFor(member: { id: string }, change: object = {}) {
    const file = await buildFile(t, { ownerId: member.id })
    const thumbnail = await buildFile(t, { ownerId: member.id, bytes: await sampleJpeg(), ending: 'jpg' })
    return {
      category: 1,
      chain: 'POLYGON',
      file: file.id,
      thumbnail: thumbnail.id,
      royalty: 7.5,
      cashback_value: 750,
      ...change,
    }
  }
  const create = (member: Member, body: unknown, headers: Record<string, string> = {}) =>
    t.call('POST', '/api/nfts/', { token: member.tokens.access, body, headers })
  const credit = async (member: Member) =>
    (await t.call('GET', '/api/accounts/credits/', { token: member.tokens.access })).body.data

  it('makes the NFT, holds 0.20 USD and asks the chain for the token, all at once', async () => {
    const member = await buildCreator()
    const { status, body } = await create(member, await bodyFor(member))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      chain: 'POLYGON',
      category: 1,
      royalty: 7.5,
      cashback_value: 750,
      created_by: member.id,
      owned_by: member.id,
      approved: false,
      listings: [],
      latest_listing: null,
      mint_tx: { signature_id: expect.any(String), tx_id: null, status: 'PENDING', error: null },
      token: null,
      is_favourite: false,
    })
    expect(await credit(member)).toEqual({ credit: 0.8, held: 0.2 })
    const intent = await t.ctx.db
      .selectFrom('chain_intents')
      .selectAll()
      .where('nft_id', '=', body.data.id)
      .executeTakeFirstOrThrow()
    expect(intent).toMatchObject({ id: body.data.mint_tx.signature_id, kind: 'MINT', payload: { royaltyBps: 750 } })
  })

  it('names the token by the hash of its metadata, which points to the files by their CIDs', async () => {
    const member = await buildCreator()
    const sound = await buildFile(t, { ownerId: member.id, bytes: sampleWav(), ending: 'wav', name: 'Tide' })
    const { body } = await create(member, await bodyFor(member, { file: sound.id }))
    const row = await t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', body.data.id).executeTakeFirstOrThrow()
    const bytes = row.metadata ?? Buffer.alloc(0)
    expect(BigInt(row.token_id ?? 0)).toBe(BigInt(`0x${createHash('sha256').update(bytes).digest('hex')}`))
    const metadata = JSON.parse(bytes.toString())
    expect(metadata).toMatchObject({
      name: 'Tide',
      animation_url: `ipfs://${sound.cid}`,
      royalty: 7.5,
      properties: { platform_nft_id: row.id, chain: 'Polygon' },
    })
    expect(metadata.image).toMatch(/^ipfs:\/\/baf/)
    expect(body.data.metadata).toEqual({ file_ipfs_hash: sound.cid, metadata_ipfs_hash: row.metadata_cid })
  })

  it('has its card from the start: no list ever loads the original', async () => {
    const member = await buildCreator()
    const { data } = (await create(member, await bodyFor(member))).body
    expect(data.card_url).toMatch(/\.webp$/)
    expect(data.page_small_url).toBe(data.card_url)
    const [shown] = (await t.call('GET', `/api/nfts/?created_by=${member.id}`)).body.data
    expect(shown.card_url).toBe(data.card_url)
    expect(await t.ctx.storage.size(data.card_url.split('/files/')[1])).toBeGreaterThan(0)
  })

  it('takes no thumbnail that cannot be shown small', async () => {
    const member = await buildCreator()
    const broken = await buildFile(t, { ownerId: member.id, bytes: Buffer.from('no picture'), ending: 'jpg' })
    const { status, body } = await create(member, await bodyFor(member, { thumbnail: broken.id }))
    expect(body.errors).toEqual([{ thumbnail: ['The thumbnail cannot be read'] }])
    expect(status).toBe(400)
    expect(await credit(member)).toEqual({ credit: 1, held: 0 })
  })

  it('takes a good thumbnail although the machine is too busy to make its card now', async () => {
    const member = await buildCreator()
    const body = await bodyFor(member)
    const warn = vi.spyOn(t.ctx.log, 'warn').mockReturnValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const late = new UnfinishedMediaError('encodeCopy took too long')
    const run = vi.spyOn(t.ctx.media, 'run').mockRejectedValue(late)
    const { status, body: answer } = await create(member, body)
    expect(status).toBe(200)
    expect(answer.data.card_url).toBe(answer.data.thumbnail_url)
    expect(run).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledOnce()
  })

  it('says which fields are wrong, with their fixed messages', async () => {
    const member = await buildCreator()
    const required = {
      category: ['Required'],
      chain: ['Required'],
      file: ['Required'],
      thumbnail: ['Required'],
      royalty: ['Required'],
    }
    expect((await create(member, {})).body.errors).toEqual([required])
    const wrong: [object, object][] = [
      [{ royalty: -1 }, { royalty: ['Value should be greater than 0'] }],
      [{ royalty: 100.5 }, { royalty: ['Value should be less than 100'] }],
      [{ chain: 'SOL' }, { chain: ['Solana is not available yet'] }],
      [{ category: 4711 }, { category: ['Unknown category'] }],
      [{ file: t.ctx.random.id() }, { file: ['File not found'] }],
      [{ royalty: 5, cashback_value: 1 }, { cashback_value: ['Must be the royalty times 100'] }],
    ]
    for (const [change, errors] of wrong) {
      const answer = await create(member, await bodyFor(member, change))
      expect(answer.body.errors).toEqual([errors])
      expect(answer.status).toBe(400)
    }
    expect(await credit(member)).toEqual({ credit: 1, held: 0 })
  })

  it('takes only own, named files, and a small png or jpeg as thumbnail', async () => {
    const member = await buildCreator()
    const stranger = await buildMember(t)
    const unnamed = await buildFile(t, { ownerId: member.id, name: null, description: null })
    const sound = await buildFile(t, { ownerId: member.id, bytes: sampleWav(), ending: 'wav' })
    const large = await buildFile(t, { ownerId: member.id })
    await t.ctx.db
      .updateTable('files')
      .set({ size_bytes: 5 * 1024 * 1024 + 1 })
      .where('id', '=', large.id)
      .execute()
    const cases: [object, object][] = [
      [{ file: (await buildFile(t, { ownerId: stranger.id })).id }, { file: ['File not found'] }],
      [{ file: unnamed.id }, { name: ['Required'], description: ['Required'] }],
      [{ thumbnail: sound.id }, { thumbnail: ['The thumbnail must be a png or jpeg image'] }],
      [{ thumbnail: large.id }, { thumbnail: ['The thumbnail can be at most 5 MB'] }],
    ]
    for (const [change, errors] of cases)
      expect((await create(member, await bodyFor(member, change))).body.errors).toEqual([errors])
  })

  it('is blocked without a wallet, its address, or 0.20 USD', async () => {
    const poor = await buildMember(t)
    const body = await bodyFor(poor)
    expect(await create(poor, body)).toMatchObject({
      status: 400,
      body: { errors: ['Wallet not created'], code: 'wallet_missing' },
    })
    await buildWallet(t, { userId: poor.id, isPending: true })
    expect((await create(poor, body)).body).toMatchObject({ errors: ['Wallet unavailable'], code: 'wallet_pending' })
    await t.ctx.db
      .updateTable('wallets')
      .set({ public_address: '0x00000000000000000000000000000000000000aa' })
      .where('user_id', '=', poor.id)
      .execute()
    expect((await create(poor, body)).body).toMatchObject({
      errors: ['Insufficient Transaction Credits'],
      code: 'credits_short',
    })
    await giveCredits(t, { userId: poor.id, amountCents: 19 })
    expect((await create(poor, body)).body).toMatchObject({
      errors: ['Insufficient Transaction Credits'],
      code: 'credits_short',
    })
  })

  it('makes one NFT under one Idempotency-Key, also when both requests come at once', async () => {
    const member = await buildCreator()
    const body = await bodyFor(member)
    const key = { 'idempotency-key': 'create-1' }
    const answers = await Promise.all([create(member, body, key), create(member, body, key)])
    const again = await create(member, body, key)
    const ids = new Set(
      [...answers, again].filter((answer) => answer.status === 200).map((answer) => answer.body.data.id),
    )
    expect(ids.size).toBe(1)
    expect(await credit(member)).toEqual({ credit: 0.8, held: 0.2 })
    expect((await create(member, { ...body, royalty: 1, cashback_value: 100 }, key)).status).toBe(422)
    const withoutSlash = await t.call('POST', '/api/nfts', { token: member.tokens.access, body, headers: key })
    expect(withoutSlash).toMatchObject({ status: 200, body: { data: { id: again.body.data.id } } })
  })

  it('is refused to a suspended member and while creating is stopped', async () => {
    const member = await buildCreator()
    const body = await bodyFor(member)
    await t.ctx.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', member.id).execute()
    expect((await create(member, body)).status).toBe(403)
    await t.ctx.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', member.id).execute()
    await t.ctx.db
      .insertInto('settings')
      .values({ key: 'creatingStopped', value: JSON.stringify('Back at noon'), updated_at: t.ctx.clock.now() })
      .execute()
    const stopped = await create(member, body)
    expect(stopped).toMatchObject({ status: 503, body: { errors: ['Back at noon'] } })
    expect(stopped.headers['retry-after']).toBeDefined()
    await t.ctx.db.deleteFrom('settings').execute()
  })
})
