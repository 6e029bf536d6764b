import { afterEach, describe, expect, it } from 'vitest'
import { assertBooksAreRight, getCredit, getPayment, statusOf } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { buildPaidSale, complete, fail, undo } from '../../../test/build-sale.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000
const lookUp = (id: string) => settlePayment(t.ctx, id)

describe('a sale', () => {
  it('that cannot be transferred sends the money back and tells the seller', async () => {
    const { buyer, paymentId, listing, seller } = await buildPaidSale(t)
    expect(await statusOf(t, listing)).toBe('PAID')
    await fail(t, listing)
    await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', listing.id).execute()
    await t.runJobs()
    expect(await statusOf(t, listing)).toBe('INACTIVE')
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
    expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
    const mails = await t.ctx.db
      .selectFrom('messages')
      .select(['subject', 'body_text'])
      .where('recipient', '=', seller.email)
      .execute()
    const told = mails.find(({ subject }) => subject?.includes('could not be completed'))
    expect(told?.body_text).toContain('You can list the NFT again.')
  })

  it('of an NFT that has left the seller’s wallet does not tell them that they can list it again', async () => {
    const { listing, nft, seller } = await buildPaidSale(t)
    await t.ctx.db.updateTable('nfts').set({ owned_by: null }).where('id', '=', nft.id).execute()
    await fail(t, listing)
    await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', listing.id).execute()
    await t.runJobs()
    const told = await t.ctx.db
      .selectFrom('messages')
      .select('body_text')
      .where('recipient', '=', seller.email)
      .where('subject', 'like', '%could not be completed')
      .executeTakeFirstOrThrow()
    expect(told.body_text).toContain('your listing has ended.')
    expect(told.body_text).not.toContain('list the NFT again')
  })

  it('that a reorganisation undoes is reversed to the cent, and completed once more', async () => {
    const { buyer, listing } = await buildPaidSale(t)
    expect(await complete(t, listing)).toBe(true)
    expect(await complete(t, listing)).toBe(false)
    await undo(t, listing)
    await assertBooksAreRight(t)
    expect(await statusOf(t, listing)).toBe('PAID')
    expect(await getCredit(t, buyer)).toEqual({ credit: 9.8, held: 0.2 })
    await undo(t, listing)
    expect(await complete(t, listing)).toBe(true)
    expect(await getCredit(t, buyer)).toEqual({ credit: 9.8, held: 0 })
  })

  it.each([
    ['is here pays them the royalty', 'ACTIVE', 23.13],
    ['has deleted the account leaves the seller the royalty', 'DELETED', 24.38],
  ] as const)('of an NFT whose creator %s', async (_what, status, held) => {
    const { listing, nft, seller } = await buildPaidSale(t)
    const creator = await buildMember(t)
    await t.ctx.db.updateTable('nfts').set({ created_by: creator.id }).where('id', '=', nft.id).execute()
    await t.ctx.db.updateTable('listings').set({ royalty_cents: 125 }).where('id', '=', listing.id).execute()
    await t.ctx.db.updateTable('users').set({ status }).where('id', '=', creator.id).execute()
    const shown = (await t.call('GET', `/api/nfts/${nft.id}/`)).body.data
    expect(shown.creator.is_deleted).toBe(status === 'DELETED')
    await complete(t, listing)
    const earnings = await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })
    expect(earnings.body.data).toEqual({ balance: 0, held })
  })

  it('that is charged back freezes what is held, and the loss is the platform’s', async () => {
    const { buyer, paymentId, listing, seller } = await buildPaidSale(t)
    await complete(t, listing)
    await chargeBack(t, paymentId)
    await lookUp(paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe('DISPUTED')
    t.clock.advance(MINUTE_MS)
    await t.runJobs()
    const earnings = (await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })).body.data
    expect(earnings).toEqual({ balance: 0, held: 24.38 })
    const admin = await buildMember(t, { isAdmin: true })
    const body = { action: 'chargeback_lost' }
    const decided = await t.call('PUT', `/api/admin/payments/${paymentId}/`, {
      token: admin.tokens.access,
      site: 'admin',
      body,
    })
    expect(decided.status).toBe(200)
    const after = (await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })).body.data
    expect(after).toEqual({ balance: 0, held: 0 })
  })
})
