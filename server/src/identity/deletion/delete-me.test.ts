import { describe, expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildListedNft, topup } from '../../../test/build-listed-nft.ts'
import { giveCredits, giveEarnings } from '../../../test/give-credits.ts'
import { holdMoney } from '../../../test/hold-money.ts'
import { codeSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const leave = (member: Member) => t.call('DELETE', '/api/users/me/', { token: member.tokens.access })

/** The things that may be left, and how the refusal names them. */
const REMAINING: [string, (member: Member) => Promise<unknown>, string][] = [
  ['an NFT', (member) => buildNft(t, { creator: member }), '1 NFT'],
  [
    'two NFTs, one bought',
    async (member) => {
      await buildNft(t, { creator: member })
      await buildNft(t, { owner: member, creator: await buildMember(t) })
    },
    '2 NFTs',
  ],
  ['a top-up that is being paid', (member) => topup(t, member, 10), '1 open order'],
  [
    'a purchase that is on its way',
    async (buyer) => {
      const { nft, seller } = await buildListedNft(t)
      await t.ctx.db.updateTable('listings').set({ status: 'INACTIVE' }).where('nft_id', '=', nft.id).execute()
      await buildListing(t, { nft, seller, buyer, status: 'PAID' })
    },
    '1 open order',
  ],
  [
    'a sale that is on its way',
    async (seller) => {
      const nft = await buildNft(t, { creator: seller, owner: await buildMember(t) })
      await buildListing(t, { nft, seller, buyer: await buildMember(t), status: 'PAID' })
    },
    '1 open order',
  ],
  [
    'transaction credits',
    (member) => giveCredits(t, { userId: member.id, amountCents: 1_250 }),
    '12.50 USD of transaction credits',
  ],
  [
    'credits that are held',
    async (member) => {
      await giveCredits(t, { userId: member.id, amountCents: 300 })
      await holdMoney(t, member.id, 'CREDIT')
    },
    '3.00 USD of transaction credits',
  ],
  ['earnings', (member) => giveEarnings(t, { userId: member.id, amountCents: 705 }), '7.05 USD of earnings'],
  [
    'earnings that are held',
    async (member) => {
      await giveEarnings(t, { userId: member.id, amountCents: 300 })
      await holdMoney(t, member.id, 'EARNINGS')
    },
    '3.00 USD of earnings',
  ],
  [
    'a payout that is asked for',
    async (member) => {
      await giveEarnings(t, { userId: member.id, amountCents: 2_000 })
      await t.call('POST', '/api/payouts/', { token: member.tokens.access, body: { amount: 20 } })
    },
    '1 open payout',
  ],
  [
    'several things',
    async (member) => {
      await buildNft(t, { creator: member })
      await giveCredits(t, { userId: member.id, amountCents: 100 })
    },
    '1 NFT, 1.00 USD of transaction credits',
  ],
]

describe('leaving', () => {
  test('says beforehand what stands in the way, and is free once the credits are given up', async () => {
    const member = await buildMember(t)
    const { access: token } = member.tokens
    const state = async () => (await t.call('GET', '/api/users/me/deletion/', { token })).body.data
    await giveCredits(t, { userId: member.id, amountCents: 1_250 })
    const nft = await buildNft(t, { creator: member })
    expect(await state()).toEqual({
      remaining: [
        { kind: 'nfts', count: 1, amount: null },
        { kind: 'credits', count: 1, amount: 12.5 },
      ],
      credits_to_give_up: 12.5,
      credits_to_pay_back: 0,
    })
    await t.ctx.db.updateTable('nfts').set({ owned_by: null, custody: 'OUTSIDE' }).where('id', '=', nft.id).execute()
    const given = await t.call('DELETE', '/api/accounts/credits/', { token })
    expect(given.body.data).toEqual({ credit: 0, held: 0 })
    expect(await state()).toEqual({ remaining: [], credits_to_give_up: 0, credits_to_pay_back: 0 })
    expect((await t.call('DELETE', '/api/accounts/credits/', { token })).status).toBe(200)
    expect((await leave(member)).status).toBe(200)
  })

  test('gives up no credits that are held', async () => {
    const member = await buildMember(t)
    await giveCredits(t, { userId: member.id, amountCents: 1_000 })
    await holdMoney(t, member.id, 'CREDIT')
    const given = await t.call('DELETE', '/api/accounts/credits/', { token: member.tokens.access })
    expect(given.body.data).toEqual({ credit: 0, held: 3 })
    expect((await leave(member)).status).toBe(409)
  })

  test('is not kept from leaving by an NFT whose mint failed, which has no owner', async () => {
    const member = await buildMember(t)
    const nft = await buildNft(t, { creator: member })
    await t.ctx.db.updateTable('nfts').set({ mint_status: 'FAILED' }).where('id', '=', nft.id).execute()
    expect((await leave(member)).status).toBe(200)
  })

  test.each(REMAINING)('is refused while there is %s, and says so', async (_what, build, named) => {
    const member = await buildMember(t)
    await build(member)
    const { status, body } = await leave(member)
    expect(status).toBe(409)
    expect(body.errors).toEqual([`Your account cannot be deleted yet. It still has ${named}.`])
    expect((await t.call('GET', '/api/users/me/', { token: member.tokens.access })).status).toBe(200)
  })

  test('anonymises the person, ends the sessions and frees the address', async () => {
    const member = await buildMember(t)
    const { creator_number, created_at } = await rowOf(member)
    const filled = {
      bio: 'b'.repeat(150),
      occupation: 'Painter',
      email_consent_at: t.clock.now(),
      subscription: 2,
      time_zone: 'Asia/Tokyo',
    }
    await t.ctx.db.updateTable('users').set(filled).where('id', '=', member.id).execute()
    expect((await leave(member)).status).toBe(200)
    expect((await t.call('GET', '/api/users/me/', { token: member.tokens.access })).status).toBe(401)
    expect((await t.call('POST', '/api/auth/token/refresh/', { body: member.tokens })).status).toBe(401)
    expect((await t.call('GET', `/api/users/${member.id}/`)).status).toBe(404)
    expect(await rowOf(member)).toEqual({
      id: member.id,
      creator_number,
      email: `${member.id}@deleted.invalid`,
      email_verified_at: null,
      password_hash: null,
      phone: null,
      phone_verified_at: null,
      first_name: null,
      last_name: null,
      display_name: null,
      bio: null,
      occupation: null,
      avatar_file_id: null,
      header_image_file_id: null,
      is_admin: false,
      subscription: 2,
      status: 'DELETED',
      email_consent_at: null,
      time_zone: null,
      royalty_payout_address: null,
      registered_again_at: null,
      created_at,
      updated_at: expect.any(Date),
    })
    expect((await outboxOf(t, member.email)).map((mail) => mail.subject)).toEqual(['Your account was deleted'])
    const body = { email: member.email, password: 'a-good-pass', confirm_password: 'a-good-pass' }
    await t.call('POST', '/api/auth/register/', { body })
    expect((await outboxOf(t, member.email))[0].subject).toBe('Verify your e-mail address')
  })

  test('leaves no personal row behind: factors, bookmarks, follows, codes, devices, bank details', async () => {
    const [member, star] = [await buildMember(t), await buildMember(t)]
    const { access: token } = member.tokens
    const nft = await buildNft(t)
    const bank = { holder: 'Ann', country: 'US', currency: 'USD', account_number: '00012345678', bank_name: 'Bank' }
    await t.call('POST', '/api/accounts/fiats/', { token, body: bank })
    await t.call('POST', '/api/auth/factors/totp/', { token })
    await t.call('POST', '/api/auth/verify/step-up/send/', { token })
    await t.call('POST', '/api/auth/verify/step-up/', { token, body: { otp: 'aaaaa-aaaaa' } })
    await t.call('PUT', `/api/nfts/${nft.id}/favourite/`, { token })
    await t.call('PUT', `/api/nfts/${nft.id}/wishlist/`, { token })
    await t.call('PUT', `/api/users/${star.id}/follow/`, { token })
    await t.call('PUT', `/api/users/${member.id}/follow/`, { token: star.tokens.access })
    const { id: user_id } = member
    const key = { user_id, key: 'k', request_hash: 'h', status_code: 200, body: '{}', created_at: t.clock.now() }
    await t.ctx.db.insertInto('idempotency_keys').values(key).execute()
    const personal = ['factors', 'verification_codes', 'second_factor_failures', 'favourites', 'wishlist'] as const
    const tables = [...personal, 'follows', 'idempotency_keys'] as const
    const countOf = async (table: (typeof tables)[number]) =>
      (await t.ctx.db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute()).length
    for (const table of tables) expect(await countOf(table), table).toBeGreaterThan(0)

    expect((await leave(member)).status).toBe(200)
    for (const table of tables) expect(await countOf(table), table).toBe(0)
    const follows = t.ctx.db.selectFrom('follows').select('user_id').where('followed_id', '=', user_id)
    expect(await follows.execute()).toEqual([])
    const sessions = t.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', user_id)
    for (const session of await sessions.execute())
      expect(session).toMatchObject({ user_agent: '', address: '', revoked_at: expect.any(Date) })
    const accounts = t.ctx.db.selectFrom('fiat_accounts').selectAll().where('user_id', '=', user_id)
    const blank = { details_encrypted: Buffer.alloc(0), last4: '', holder_initials: '', deleted_at: expect.any(Date) }
    expect(await accounts.execute()).toEqual([expect.objectContaining(blank)])
  })

  test('deletes what was written to a phone that was theirs before, and no one else’s', async () => {
    const member = await buildMember(t)
    const { access: token } = member.tokens
    const [oldPhone, newPhone] = [member.phone ?? '', '+94779876543']
    const other = await buildMember(t, { hasPhone: false })
    await t.call('POST', '/api/auth/verify/step-up/send/', { token })
    await t.call('POST', '/api/auth/verify/resend-mobile/', { token, body: { phone: newPhone } })
    const change = { token: await codeSentTo(t, newPhone), method: 'SMS' }
    expect((await t.call('POST', '/api/auth/verify/mobile/', { token, body: change })).status).toBe(200)
    await t.call('POST', '/api/auth/verify/resend-mobile/', { token: other.tokens.access, body: { phone: oldPhone } })
    expect(await outboxOf(t, oldPhone)).toHaveLength(2)
    expect((await leave(member)).status).toBe(200)
    expect(await outboxOf(t, newPhone)).toEqual([])
    expect((await outboxOf(t, oldPhone)).map((sms) => sms.text)).toEqual([expect.stringContaining('verify this phone')])
  })

  test('and asking for a payment at the same time: the member’s row lets only one of them through', async () => {
    for (let round = 0; round < 10; round++) {
      const member = await buildMember(t)
      const pay = () => t.call('PUT', '/api/accounts/credits/', { token: member.tokens.access, body: { amount: 10 } })
      const [left, asked] = await Promise.all([leave(member), pay()])
      const isGone = left.status === 200
      if (!isGone) expect([left.status, asked.status]).toEqual([409, 200])
      if (isGone) expect([401, 404]).toContain(asked.status)
      const { count } = await t.ctx.db
        .selectFrom('payments')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', member.id)
        .executeTakeFirstOrThrow()
      expect(count).toBe(isGone ? 0 : 1)
    }
  })

  test('needs a fresh second factor', async () => {
    expect((await leave(await buildMember(t, { steppedUp: false }))).body.meta).toEqual({ step_up: true })
  })

  const rowOf = ({ id }: Member) =>
    t.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
})
