import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildBuyer, buildListedNft, reserve, statusOf } from '../../../test/build-listed-nft.ts'
import { buildCollector, buildToken } from '../../../test/build-token.ts'
import { giveEarnings } from '../../../test/give-credits.ts'
import { codeSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const REFUSAL = 'Your account is suspended. You can withdraw your works and earnings.'

const setStatus = async (member: Member, status: 'ACTIVE' | 'SUSPENDED', admin?: Member) =>
  t.call('PUT', `/api/users/${member.id}/`, {
    site: 'admin',
    token: (admin ?? (await buildAdmin(t))).tokens.access,
    body: { status },
  })

/** As a person does it: password, code, full session. */
async function signInAgain({ email, phone }: Member): Promise<{ authorization: string }> {
  const { body } = await t.call('POST', '/api/auth/token/', { body: { username: email, password: TEST_PASSWORD } })
  const otp = await codeSentTo(t, phone)
  const full = await t.call('POST', '/api/auth/verify/otp/', { token: body.data.access, body: { otp } })
  return { authorization: `Bearer ${full.body.data.access}` }
}

describe('a suspension', () => {
  it('ends every session at once and tells the member by mail', async () => {
    const member = await buildMember(t)
    expect((await setStatus(member, 'SUSPENDED')).body.data.status).toBe('SUSPENDED')
    expect((await t.call('GET', '/api/users/me/', { headers: member.headers })).status).toBe(401)
    expect((await t.call('POST', '/api/auth/token/refresh/', { body: member.tokens })).status).toBe(401)
    expect((await outboxOf(t, member.email))[0]).toMatchObject({
      subject: 'Your account is suspended',
      text: expect.stringContaining('signed out everywhere and your listings were ended'),
    })
    expect((await setStatus(member, 'SUSPENDED')).status).toBe(200)
    expect(await outboxOf(t, member.email)).toHaveLength(1)
  })

  it('leaves a member what is theirs: they see it, withdraw it, and are paid out', async () => {
    const member = await buildCollector(t)
    const nft = await buildToken(t, { creator: member })
    await giveEarnings(t, { userId: member.id })
    await setStatus(member, 'SUSPENDED')
    const headers = await signInAgain(member)
    expect((await t.call('GET', '/api/users/me/export/', { headers })).status).toBe(200)
    const address = `0x${'a11ce'.padStart(40, '0')}`
    expect(await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address } })).toMatchObject({
      status: 201,
    })
    const payout = await t.call('POST', '/api/payouts/', { headers, body: { amount: 50 } })
    expect(payout.body.data).toMatchObject({ amount: 50, status: 'REQUESTED' })
    expect((await t.call('PUT', `/api/nfts/${nft.id}/favourite/`, { headers })).status).toBe(200)
  })

  it('refuses what trades or creates, in words that say what is left', async () => {
    const member = await buildMember(t)
    const nft = await buildNft(t, { owner: member })
    await setStatus(member, 'SUSPENDED')
    const headers = await signInAgain(member)
    for (const [path, body] of [
      [`/api/nfts/${nft.id}/`, { listing: true, price: 5 }],
      ['/api/accounts/credits/', { amount: 10 }],
    ] as const)
      expect(await t.call('PUT', path, { headers, body })).toMatchObject({ status: 403, body: { errors: [REFUSAL] } })
    await setStatus(member, 'ACTIVE')
    const relisted = await t.call('PUT', `/api/nfts/${nft.id}/`, { headers, body: { listing: true, price: 5 } })
    expect(relisted.status).toBe(200)
  })

  it('ends the listings of the member, but not what a buyer has reserved; that is not listed again either', async () => {
    const { seller, listing } = await buildListedNft(t)
    const other = await buildNft(t, { creator: seller })
    const reserved = await buildListing(t, { nft: other })
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, other)
    await setStatus(seller, 'SUSPENDED')
    expect(await statusOf(t, listing)).toBe('INACTIVE')
    expect(await statusOf(t, reserved)).toBe('PAYMENT_PROCESSING')
    await t.call('POST', `/api/payments/${paymentId}/cancel/`, { headers: buyer.headers })
    await t.runJobs()
    expect(await statusOf(t, reserved)).toBe('INACTIVE')
  })

  it('and a listing made at the same moment leave nothing for sale', async () => {
    const admin = await buildAdmin(t)
    for (let round = 0; round < 5; round++) {
      const member = await buildMember(t)
      const nft = await buildNft(t, { owner: member })
      const body = { listing: true, price: 5 }
      await Promise.all([
        t.call('PUT', `/api/nfts/${nft.id}/`, { headers: member.headers, body }),
        setStatus(member, 'SUSPENDED', admin),
      ])
      const open = await t.ctx.db
        .selectFrom('listings')
        .select('id')
        .where('nft_id', '=', nft.id)
        .where('status', '<>', 'INACTIVE')
        .execute()
      expect(open).toEqual([])
    }
  })

  it('takes an admin out of the admin area, and never the last one', async () => {
    const [admin, other] = [await buildAdmin(t), await buildAdmin(t)]
    await setStatus(other, 'SUSPENDED', admin)
    const headers = await signInAgain(other)
    expect((await t.call('GET', '/api/users/', { site: 'admin', headers })).status).toBe(403)
    expect((await t.call('GET', '/api/users/me/', { headers })).body.data).toMatchObject({ is_admin: false })
    await t.ctx.db.updateTable('users').set({ is_admin: false }).where('id', '<>', admin.id).execute()
    // An admin who was invited and never signed in could not take over.
    const body = {
      username: 'invited@example.test',
      display_name: 'In',
      occupation: 'Staff',
      subscription: 1,
      is_admin: true,
    }
    expect((await t.call('POST', '/api/users/', { site: 'admin', token: admin.tokens.access, body })).status).toBe(201)
    expect(await setStatus(admin, 'SUSPENDED', admin)).toMatchObject({
      status: 409,
      body: { errors: ['The last admin cannot be removed'] },
    })
  })
})
