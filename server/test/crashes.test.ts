import { describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getCredit,
  reserve,
  statusOf,
} from './build-listed-nft.ts'
import { buildFile } from './build-nft.ts'
import { buildCollector, getNft } from './build-token.ts'
import { giveCredits } from './give-credits.ts'
import { useTestApp } from './test-app.ts'
import { unlogged } from './unlogged.ts'

describe('a crash', () => {
  const t = useTestApp()

  it('just after an NFT was created leaves one NFT, whose repeat is answered and which is minted once', async () => {
    const member = await buildCollector(t)
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    const { id: file } = await buildFile(t, { ownerId: member.id })
    const token = member.tokens.access
    await t.call('POST', `/api/files/${file}/metadata/`, { token, body: { name: 'Dawn', description: 'First light' } })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5 }
    const create = () => t.call('POST', '/api/nfts/', { token, body, headers: { 'idempotency-key': 'one-work' } })
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
