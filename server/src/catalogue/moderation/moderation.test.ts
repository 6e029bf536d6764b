import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildFile, buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { isTakenDownByModerator } from './taken-down.ts'

describe('moderation', () => {
  const t = useTestApp({ env: { LISTINGS_NEED_APPROVAL: 'true' } })
  const read = async (nft: { id: string }, member?: Member) =>
    (await t.call('GET', `/api/nfts/${nft.id}/`, { ...(member && { token: member.tokens.access }) })).body.data
  const decide = (admin: Member, nft: { id: string }, body: object) =>
    t.call('PUT', `/api/admin/nfts/${nft.id}/`, { site: 'admin', token: admin.tokens.access, body })
  const report = (member: Member, nft: { id: string }, body: object) =>
    t.call('POST', `/api/nfts/${nft.id}/reports/`, { token: member.tokens.access, body })
  const queue = async (admin: Member, query = '') =>
    (await t.call('GET', `/api/admin/moderation/?${query}`, { site: 'admin', token: admin.tokens.access })).body
  const mailsTo = async (member: Member) => {
    await t.runJobs()
    const mails = t.ctx.db.selectFrom('messages').select(['subject', 'body_text'])
    return mails.where('recipient', '=', member.email).orderBy('id').execute()
  }

  it('approves an NFT: it shows on Explore, its creator gets a mail, the decision is kept', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner: creator, approved: false })
    expect((await decide(admin, nft, { approved: true })).body.data.approved).toBe(true)
    expect(await mailsTo(creator)).toMatchObject([{ subject: `Your work is approved: ${nft.name}` }])
    expect((await decide(admin, nft, { approved: true })).status).toBe(200)
    expect(await mailsTo(creator)).toHaveLength(1)
    const audit = await t.ctx.db.selectFrom('audit_log').selectAll().where('subject_id', '=', nft.id).execute()
    expect(audit).toMatchObject([
      { action: 'nft.approved', actor_id: admin.id, before: { approval: 'PENDING' }, after: { approval: 'APPROVED' } },
    ])
  })

  it('refuses an NFT only with a reason, which the creator reads', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner: creator, approved: false })
    expect((await decide(admin, nft, { approved: false })).body.errors).toEqual([{ reason: ['Required'] }])
    expect((await decide(admin, nft, {})).body.errors).toEqual([{ approved: ['Required'] }])
    await decide(admin, nft, { approved: false, reason: 'Not yours' })
    expect((await mailsTo(creator))[0]?.body_text).toContain('Reason: Not yours')
    expect((await read(nft)).approved).toBe(false)
  })

  it('tells owner and creator alone whether a work still waits or was refused', async () => {
    const [admin, creator, buyer] = [await buildAdmin(t), await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { owner: creator, approved: false })
    const approvals = async () =>
      (await Promise.all([creator, buyer, undefined].map((viewer) => read(nft, viewer)))).map(
        ({ approval }) => approval,
      )
    expect(await approvals()).toEqual(['PENDING', null, null])
    await decide(admin, nft, { approved: false, reason: 'Not yours' })
    expect(await approvals()).toEqual(['REFUSED', null, null])
    await t.ctx.db.updateTable('nfts').set({ owned_by: buyer.id }).where('id', '=', nft.id).execute()
    expect(await approvals()).toEqual(['REFUSED', 'REFUSED', null])
  })

  it('refuses a decision of one who has not seen that another admin decided', async () => {
    const [admin, other, creator] = [await buildAdmin(t), await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner: creator, approved: false })
    const item = (await queue(admin, 'limit=100')).data.find((one: { nft: { id: string } }) => one.nft.id === nft.id)
    const { approval } = item.nft
    expect((await decide(other, nft, { approved: false, reason: 'Not yours', approval })).status).toBe(200)
    for (const decision of [
      { approved: true },
      { approved: false, reason: 'Dark' },
      { taken_down: true, reason: 'x' },
    ]) {
      const { status, body } = await decide(admin, nft, { ...decision, approval })
      expect([status, body.errors]).toEqual([
        409,
        ['This work has been refused since it was shown. Look at it again, then decide.'],
      ])
    }
    expect((await read(nft, creator)).approval).toBe('REFUSED')
    expect((await decide(admin, nft, { approved: true, approval: 'REFUSED' })).status).toBe(200)
    expect((await decide(other, nft, { approved: true, approval: 'REFUSED' })).status).toBe(200)
  })

  it('decides listings that need approval with their NFT', async () => {
    const [admin, owner] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner })
    const list = () =>
      t.call('PUT', `/api/nfts/${nft.id}/`, { token: owner.tokens.access, body: { listing: true, price: 9 } })
    expect((await list()).body.data.latest_listing.status).toBe('PENDING_APPROVAL')
    expect(
      (await queue(admin, 'limit=100')).data.find((item: { nft: { id: string } }) => item.nft.id === nft.id),
    ).toMatchObject({ listing_needs_approval: true })
    expect((await decide(admin, nft, { approved: true })).body.data.latest_listing.status).toBe('ACTIVE')
    await t.call('PUT', `/api/nfts/${nft.id}/`, { token: owner.tokens.access, body: { listing: false, price: 0 } })
    await list()
    expect((await decide(admin, nft, { approved: false, reason: 'no' })).body.data.latest_listing.status).toBe(
      'INACTIVE',
    )
    const audit = t.ctx.db.selectFrom('audit_log').select(['action', 'after']).where('subject_id', '=', nft.id)
    expect(await audit.where('action', 'like', 'listing.%').orderBy('id').execute()).toMatchObject([
      { action: 'listing.approved' },
      { action: 'listing.refused', after: { reason: 'no' } },
    ])
  })

  it('takes an NFT down: its page and listing are gone, and only the page comes back', async () => {
    const [admin, owner] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner })
    await buildListing(t, { nft })
    await decide(admin, nft, { taken_down: true, reason: 'Stolen' })
    expect((await t.call('GET', `/api/nfts/${nft.id}/`)).status).toBe(404)
    expect(await read(nft, owner)).toMatchObject({ taken_down: true, latest_listing: { status: 'INACTIVE' } })
    const list = () =>
      t.call('PUT', `/api/nfts/${nft.id}/`, { token: owner.tokens.access, body: { listing: true, price: 9 } })
    expect((await list()).status).toBe(409)
    expect((await decide(admin, nft, { approved: true })).body.errors).toEqual([
      'This work is taken down. Restore it first.',
    ])
    await decide(admin, nft, { taken_down: false })
    expect(await read(nft)).toMatchObject({ taken_down: false })
    expect((await mailsTo(owner)).map((mail) => mail.subject)).toEqual([
      `Your work was taken down: ${nft.name}`,
      `Your work is back: ${nft.name}`,
    ])
  })

  it('keeps both decisions of a call that shows a work again and approves it', async () => {
    const [admin, owner] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { owner, approved: false })
    await decide(admin, nft, { taken_down: true, reason: 'Stolen' })
    expect((await decide(admin, nft, { approved: true, taken_down: false })).body.data.approved).toBe(true)
    expect(await inTransaction(t.ctx.db, (tx) => isTakenDownByModerator(tx, nft.id))).toBe(false)
    expect((await mailsTo(owner)).map((mail) => mail.subject)).toEqual([
      `Your work was taken down: ${nft.name}`,
      `Your work is back: ${nft.name}`,
      `Your work is approved: ${nft.name}`,
    ])
  })

  it('gathers the reports of a work in one item, and a decision answers them', async () => {
    const [admin, one, two] = [await buildAdmin(t), await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t)
    expect((await report(one, nft, {})).body.errors).toEqual([{ reason: ['Required'] }])
    expect((await report(one, nft, { reason: 'FRAUD', text: 'x'.repeat(1_001) })).status).toBe(400)
    const find = async () =>
      (await queue(admin, 'limit=100')).data.find((item: { nft: { id: string } }) => item.nft.id === nft.id)
    await report(one, nft, { reason: ' Not theirs to sell ', text: 'first' })
    expect((await find()).reports).toMatchObject([{ reason: 'Not theirs to sell', text: 'first' }])
    await report(one, nft, { reason: 'COPYRIGHT', text: 'second' })
    await report(two, nft, { reason: 'spam' })
    expect((await find()).reports).toMatchObject([
      { reason: 'COPYRIGHT', text: 'second', reporter: one.id },
      { reason: 'SPAM', text: '' },
    ])
    await decide(admin, nft, { approved: true })
    expect(await find()).toBeUndefined()
  })

  it('tells operators alone that reports were dismissed: their creator does not learn that there were any', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const nft = await buildNft(t, { creator })
    await report(await buildMember(t), nft, { reason: 'OTHER', text: 'I do not like this at all' })
    await decide(admin, nft, { taken_down: false })
    const frames = t.ctx.db.selectFrom('live_frames').select(['audience', 'kind']).where('subject_id', '=', nft.id)
    const told = (await frames.orderBy('id').execute()).map(({ audience, kind }) => `${audience}: ${kind}`)
    expect(told).toEqual(['operators: nft.reported', 'operators: nft.reports_dismissed'])
  })

  it('leaves a report open that an approval or a restore has not shown', async () => {
    const [admin, one, two] = [await buildAdmin(t), await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t)
    const openIds = () =>
      t.ctx.db.selectFrom('reports').select('id').where('nft_id', '=', nft.id).where('status', '=', 'OPEN').execute()
    const read = (await report(one, nft, { reason: 'FRAUD' })).body.data
    const unread = (await report(two, nft, { reason: 'SPAM' })).body.data
    expect((await decide(admin, nft, { approved: true, reports: [] })).status).toBe(200)
    await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.ctx.clock.now() }).where('id', '=', nft.id).execute()
    await decide(admin, nft, { taken_down: false, reports: [] })
    expect(await openIds()).toHaveLength(2)
    await decide(admin, nft, { approved: true, reports: [read.id] })
    expect(await openIds()).toEqual([unread])
    await decide(admin, nft, { taken_down: true, reason: 'Stolen', reports: [] })
    expect(await openIds()).toEqual([])
  })

  it('keeps what was decided about a report: a refusal of what is refused already is one', async () => {
    const [admin, reporter, creator] = [await buildAdmin(t), await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { creator, approved: false })
    const refuse = (reason: string) => decide(admin, nft, { approved: false, reason })
    await refuse('Too dark')
    await report(reporter, nft, { reason: 'FRAUD' })
    await refuse('Still not yours')
    const kept = t.ctx.db.selectFrom('moderation_decisions').select(['decision', 'reason']).where('nft_id', '=', nft.id)
    expect(await kept.orderBy('id').execute()).toEqual([
      { decision: 'REFUSED', reason: 'Too dark' },
      { decision: 'REFUSED', reason: 'Still not yours' },
    ])
  })

  it('flags NFTs of another creator with the same bytes', async () => {
    const admin = await buildAdmin(t)
    const bytes = Buffer.from('the very same bytes')
    const nfts: { id: string; created_by: string }[] = []
    for (const creator of [await buildMember(t), await buildMember(t)]) {
      const nft = await buildNft(t, { creator, approved: false })
      const file = await buildFile(t, { ownerId: creator.id, bytes })
      await t.ctx.db.updateTable('nfts').set({ file_id: file.id }).where('id', '=', nft.id).execute()
      nfts.push(nft)
    }
    const item = (await queue(admin, 'limit=100')).data.find(
      (one: { nft: { id: string } }) => one.nft.id === nfts[1]?.id,
    )
    expect(item.duplicates).toMatchObject([{ id: nfts[0]?.id, creator: nfts[0]?.created_by }])
  })

  it('flags what its own creator mints again after it was taken down, and nothing else of theirs', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const nfts: { id: string }[] = []
    for (const isTakenDown of [true, false, false]) {
      const nft = await buildNft(t, { creator, approved: false, isTakenDown })
      const file = await buildFile(t, { ownerId: creator.id, bytes: Buffer.from('bytes that were taken down') })
      await t.ctx.db.updateTable('nfts').set({ file_id: file.id }).where('id', '=', nft.id).execute()
      nfts.push(nft)
    }
    const item = (await queue(admin, 'limit=100')).data.find(
      (one: { nft: { id: string } }) => one.nft.id === nfts[1]?.id,
    )
    expect(item.duplicates).toMatchObject([{ id: nfts[0]?.id, is_taken_down: true }])
    expect(item.duplicates).toHaveLength(1)
  })
})
