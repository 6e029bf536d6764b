import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getCredit,
  reserve,
  statusOf,
  topup,
} from './build-listed-nft.ts'
import { buildMember } from './build-member.ts'
import { buildFile } from './build-nft.ts'
import { buildCollector, getNft } from './build-token.ts'
import { giveCredits, giveEarnings } from './give-credits.ts'
import { useTestApp } from './test-app.ts'
import { unlogged } from './unlogged.ts'

const t = useTestApp()
afterEach(() => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
})

describe('a crash', () => {
  it('just after an NFT was created leaves one NFT, whose repeat is answered and which is minted once', async () => {
    const member = await buildCollector(t)
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    const { id: file } = await buildFile(t, { ownerId: member.id })
    const token = member.tokens.access
    await t.call('POST', `/api/files/${file}/metadata/`, { token, body: { name: 'Dawn', description: 'First light' } })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5 }
    const create = () => t.call('POST', '/api/nfts/', { token, body, headers: { 'idempotency-key': 'one-nft' } })
    t.ctx.failpoints.arm('create-nft.after-commit')
    expect(await unlogged(t, create)).toBe(500)
    const repeated = await create()
    expect(repeated.status).toBeLessThan(300)
    await t.runJobs()
    const found = await t.ctx.db.selectFrom('nfts').select('id').where('created_by', '=', member.id).execute()
    expect(found).toEqual([{ id: repeated.body.data.id }])
    expect((await getNft(t, repeated.body.data.id)).mint_status).toBe('SUCCESSED')
    expect(await getCredit(t, member)).toEqual({ credit: 0.8, held: 0 })
  })

  it('just after a reservation leaves one payment, which the buyer gets again', async () => {
    const { nft, listing } = await buildListedNft(t, { onChain: true })
    const buyer = await buildBuyer(t)
    t.ctx.failpoints.arm('start-purchase.after-commit')
    const buy = () =>
      t.call('PUT', `/api/nfts/${nft.id}/`, { token: buyer.tokens.access, body: { buyer: buyer.id, purchasing: true } })
    expect(await unlogged(t, buy)).toBe(500)
    const paymentId = await reserve(t, buyer, nft)
    const payments = await t.ctx.db.selectFrom('payments').select('id').where('listing_id', '=', listing.id).execute()
    expect(payments).toEqual([{ id: paymentId }])
    await decide(t, paymentId, 'success')
    await t.runJobs()
    expect(await statusOf(t, listing)).toBe('SOLD')
    await assertBooksAreRight(t)
  })

  it('while a sale is completed pays no one, and the next look at the chain pays each party once', async () => {
    const { nft, listing } = await buildListedNft(t, { onChain: true })
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    await decide(t, paymentId, 'success')
    t.ctx.failpoints.arm('complete-sale.before-commit')
    const errors = await t.runJobs({ failOnError: false })
    expect(errors.map((error) => error.name)).toContain('Crash')
    t.clock.advance(60_000)
    await t.runJobs()
    expect(await statusOf(t, listing)).toBe('SOLD')
    expect((await getNft(t, nft.id)).owned_by).toBe(buyer.id)
    await assertBooksAreRight(t)
  })
})

describe('a crash beside an outside service', () => {
  it('after the provider made a session asks again for the same one', async () => {
    const member = await buildMember(t)
    const paymentId = await topup(t, member, 40)
    const open = () => t.call('POST', `/api/payments/${paymentId}/session/`, { token: member.tokens.access })
    t.ctx.failpoints.arm('open-session.after-provider')
    expect(await unlogged(t, open)).toBe(503)
    expect((await open()).status).toBe(200)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    expect(await getCredit(t, member)).toEqual({ credit: 40, held: 0 })
    await assertBooksAreRight(t)
  })

  it('after the custody gave an address gives the wallet the same one', async () => {
    const member = await buildMember(t)
    const body = { chain: 'POLYGON' }
    await t.call('POST', '/api/accounts/cryptos/', { token: member.tokens.access, body })
    t.ctx.failpoints.arm('create-wallet-address.before-commit')
    const errors = await t.runJobs({ failOnError: false })
    expect(errors.map((error) => error.name)).toEqual(['Crash'])
    const wallets = t.ctx.db.selectFrom('wallets').select('public_address').where('user_id', '=', member.id)
    expect(await wallets.execute()).toEqual([{ public_address: expect.stringMatching(/^0x/) }])
  })

  it.each([
    ['deliver-message.before-send', 1],
    ['deliver-message.after-send', 2],
  ] as const)('at %s loses no mail, and a mail that goes out twice has the same id', async (point, times) => {
    const sent: string[] = []
    const { mailer } = t.ctx
    const send = async ({ id }: { id: string }) => ({ providerRef: String(sent.push(id)) })
    t.ctx.mailer = { name: 'smtp', send, check: async () => undefined }
    const member = await buildMember(t)
    await giveEarnings(t, { userId: member.id, amountCents: 10_000 })
    await t.call('POST', '/api/payouts/', { token: member.tokens.access, body: { amount: 40 } })
    t.ctx.failpoints.arm(point)
    const errors = await t.runJobs({ failOnError: false })
    expect(errors.map((error) => error.name)).toEqual(['Crash'])
    t.clock.advance(60_000)
    await t.runJobs()
    t.ctx.mailer = mailer
    const mails = t.ctx.db.selectFrom('messages').select(['id', 'status']).where('recipient', '=', member.email)
    const [mail, ...others] = await mails.execute()
    expect(others).toEqual([])
    expect(mail?.status).toBe('SENT')
    expect(sent).toEqual(Array.from({ length: times }, () => mail?.id))
  })
})
