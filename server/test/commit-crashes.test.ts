import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../src/db/client.ts'
import type { Failpoint } from '../src/failpoints.ts'
import { enqueueEmail } from '../src/messages/enqueue-message.ts'
import { buildAdmin, buildMember, type Member } from './build-member.ts'
import { buildNft } from './build-nft.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getCredit,
  reserve,
  topup,
} from './build-listed-nft.ts'
import { buildCollector, buildToken, getIntents, getNft, readOwner } from './build-token.ts'
import { giveCredits, giveEarnings } from './give-credits.ts'
import { useTestApp } from './test-app.ts'
import { unlogged } from './unlogged.ts'

const t = useTestApp()
afterEach(() => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
})

type Case = {
  by: Member
  method?: 'POST' | 'PUT'
  path: string
  body?: object
  site?: 'admin'
  /** Expects the result of one call when all work is done, however often it was asked for. */
  expectOnce(): Promise<void>
}

/** Every request that ends in a commit which money, custody or a listing depends on; two more are in crashes.test.ts. */
const REQUESTS = {
  'list-nft.after-commit': async () => {
    const by = await buildMember(t)
    const nft = await buildNft(t, { creator: by })
    const expectOnce = async () => expect(await listingsOf(nft)).toEqual([{ status: 'ACTIVE', price_cents: 2_500 }])
    return { by, path: `/api/nfts/${nft.id}/`, body: { listing: true, price: 25 }, expectOnce }
  },
  'unlist-nft.after-commit': async () => {
    const { seller: by, nft } = await buildListedNft(t)
    const expectOnce = async () => expect(await listingsOf(nft)).toEqual([{ status: 'INACTIVE', price_cents: 2_500 }])
    return { by, path: `/api/nfts/${nft.id}/`, body: { listing: false }, expectOnce }
  },
  'decide-nft.after-commit': async () => {
    const [creator, by] = [await buildMember(t), await buildAdmin(t)]
    const nft = await buildNft(t, { creator, approved: false })
    const expectOnce = async () => {
      const decisions = t.ctx.db.selectFrom('moderation_decisions').select('decision').where('nft_id', '=', nft.id)
      expect(await decisions.execute()).toEqual([{ decision: 'APPROVED' }])
      expect(await countMails(creator)).toBe(1)
    }
    return { by, site: 'admin', path: `/api/admin/nfts/${nft.id}/`, body: { approved: true }, expectOnce }
  },
  'withdraw-nft.after-commit': async () => {
    const by = await buildCollector(t)
    const nft = await buildToken(t, { creator: by })
    const address = privateKeyToAddress(generatePrivateKey())
    const expectOnce = async () => {
      const intents = (await getIntents(t, nft.id)).map(({ kind, status }) => ({ kind, status }))
      expect(intents).toEqual(['MINT', 'WITHDRAW'].map((kind) => ({ kind, status: 'CONFIRMED' })))
      expect(await readOwner(t, nft)).toBe(address)
    }
    return { by, method: 'POST', path: `/api/nfts/${nft.id}/withdraw/`, body: { address }, expectOnce }
  },
  'start-topup.after-commit': async () => {
    const by = await buildMember(t)
    const expectOnce = async () => expect(await paymentsOf(by)).toEqual([{ status: 'CREATED', amount_cents: 4_000 }])
    return { by, path: '/api/accounts/credits/', body: { amount: 40 }, expectOnce }
  },
  'cancel-payment.after-commit': async () => {
    const { nft } = await buildListedNft(t)
    const by = await buildBuyer(t)
    const paymentId = await reserve(t, by, nft)
    const expectOnce = async () => {
      expect(await paymentsOf(by)).toEqual([{ status: 'CANCELED', amount_cents: 2_500 }])
      expect(await listingsOf(nft)).toEqual([{ status: 'ACTIVE', price_cents: 2_500 }])
      expect(await getCredit(t, by)).toEqual({ credit: 10, held: 0 })
    }
    return { by, method: 'POST', path: `/api/payments/${paymentId}/cancel/`, expectOnce }
  },
  'decide-review-case.after-commit': async () => {
    const [member, by] = [await buildMember(t), await buildAdmin(t)]
    const paymentId = await topup(t, member, 30)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    const expectOnce = async () => {
      expect(await paymentsOf(member)).toEqual([{ status: 'REFUNDED', amount_cents: 3_000 }])
      expect(await getCredit(t, member)).toEqual({ credit: 0, held: 0 })
    }
    const body = { action: 'refund', note: 'Asked for by mail' }
    return { by, site: 'admin', path: `/api/admin/payments/${paymentId}/`, body, expectOnce }
  },
  'request-payout.after-commit': async () => {
    const by = await earner()
    const expectOnce = () => expectPayout(by, { status: 'REQUESTED', balance: 60, mails: 1 })
    return { by, method: 'POST', path: '/api/payouts/', body: { amount: 40 }, expectOnce }
  },
  'cancel-payout.after-commit': async () => {
    const by = await earner()
    const path = `/api/payouts/${await requestPayout(by)}/`
    const expectOnce = () => expectPayout(by, { status: 'CANCELLED', balance: 100, mails: 2 })
    return { by, path, body: { status: 'CANCELLED' }, expectOnce }
  },
  'decide-payout.after-commit': async () => {
    const [member, by] = [await earner(), await buildAdmin(t)]
    const path = `/api/admin/payouts/${await requestPayout(member)}/`
    const expectOnce = () => expectPayout(member, { status: 'REJECTED', balance: 100, mails: 2 })
    return { by, site: 'admin', path, body: { status: 'REJECTED', reason: 'Another name' }, expectOnce }
  },
  'create-wallet.after-commit': async () => {
    const by = await buildMember(t)
    const expectOnce = async () =>
      expect(await walletsOf(by)).toEqual([{ public_address: expect.stringMatching(/^0x/) }])
    return { by, method: 'POST', path: '/api/accounts/cryptos/', body: { chain: 'POLYGON' }, expectOnce }
  },
  'retry-mint.after-commit': async () => {
    const by = await buildCollector(t)
    await giveCredits(t, { userId: by.id, amountCents: 100 })
    const nft = await buildNft(t, { creator: by, minted: 'FAILED' })
    const expectOnce = async () => {
      expect((await getNft(t, nft.id)).mint_status).toBe('SUCCESSED')
      const intents = (await getIntents(t, nft.id)).map(({ kind, status }) => ({ kind, status }))
      expect(intents).toEqual([{ kind: 'MINT', status: 'CONFIRMED' }])
      expect(await getCredit(t, by)).toEqual({ credit: 0.8, held: 0 })
    }
    return { by, method: 'POST', path: `/api/nfts/${nft.id}/retry/`, expectOnce }
  },
  'set-royalty-address.after-commit': async () => {
    const by = await buildCollector(t)
    await buildToken(t, { creator: by })
    const address = privateKeyToAddress(generatePrivateKey())
    const expectOnce = async () => {
      const intents = t.ctx.db.selectFrom('chain_intents').select(['status', 'error']).where('user_id', '=', by.id)
      const changes = await intents.where('kind', '=', 'SET_CREATOR_PAYOUT').execute()
      expect(changes).toEqual([{ status: 'CONFIRMED', error: null }])
      const audit = t.ctx.db.selectFrom('audit_log').select('after').where('actor_id', '=', by.id)
      expect(await audit.where('action', '=', 'royalty_address.set').execute()).toEqual([{ after: { address } }])
    }
    return { by, path: '/api/accounts/cryptos/royalty_address/', body: { address }, expectOnce }
  },
  'retry-failed.after-commit': async () => {
    const by = await buildAdmin(t)
    const { email: to } = await buildMember(t)
    const mail = { subject: 'Lost mail', text: 'Hello', html: '<p>Hello</p>' }
    await inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to, mail }))
    const lost = t.ctx.db.updateTable('messages').set({ status: 'FAILED', attempts: 12 }).where('recipient', '=', to)
    const { id } = await lost.returning('id').executeTakeFirstOrThrow()
    const expectOnce = async () => {
      const sent = t.ctx.db.selectFrom('messages').select(['status', 'attempts']).where('recipient', '=', to)
      expect(await sent.execute()).toEqual([{ status: 'SENT', attempts: 1 }])
      const audit = t.ctx.db.selectFrom('audit_log').select('action').where('actor_id', '=', by.id)
      expect(await audit.execute()).toEqual([{ action: 'message.retry' }])
    }
    return { by, method: 'POST', site: 'admin', path: `/api/admin/jobs/${id}/retry/`, expectOnce }
  },
} satisfies Partial<Record<Failpoint, () => Promise<Case>>>

describe('a crash before the answer', () => {
  test.each(Object.entries(REQUESTS) as [Failpoint, () => Promise<Case>][])(
    'at %s loses nothing, and the repeat doubles nothing',
    async (point, arrange) => {
      const { by, method = 'PUT', path, body, site, expectOnce } = await arrange()
      const headers = { 'idempotency-key': point }
      const ask = () =>
        t.call(method, path, { token: by.tokens.access, headers, ...(body && { body }), ...(site && { site }) })
      t.ctx.failpoints.arm(point)
      expect(await unlogged(t, ask)).toBe(500)
      await t.runJobs()
      await expectOnce()
      expect((await ask()).status).toBeLessThan(300)
      await t.runJobs()
      await expectOnce()
      await assertBooksAreRight(t)
    },
  )
})

const listingsOf = (nft: { id: string }) =>
  t.ctx.db.selectFrom('listings').select(['status', 'price_cents']).where('nft_id', '=', nft.id).execute()
const paymentsOf = ({ id }: Member) =>
  t.ctx.db.selectFrom('payments').select(['status', 'amount_cents']).where('user_id', '=', id).execute()
const walletsOf = ({ id }: Member) =>
  t.ctx.db.selectFrom('wallets').select('public_address').where('user_id', '=', id).execute()
const countMails = async ({ email }: Member): Promise<number> =>
  (await t.ctx.db.selectFrom('messages').select('id').where('recipient', '=', email).execute()).length

async function earner(): Promise<Member> {
  const member = await buildMember(t)
  await giveEarnings(t, { userId: member.id, amountCents: 10_000 })
  return member
}

const requestPayout = async ({ tokens }: Member): Promise<string> =>
  (await t.call('POST', '/api/payouts/', { token: tokens.access, body: { amount: 40 } })).body.data.id

async function expectPayout(member: Member, once: { status: string; balance: number; mails: number }): Promise<void> {
  const payouts = t.ctx.db.selectFrom('payouts').select('status').where('user_id', '=', member.id)
  expect(await payouts.execute()).toEqual([{ status: once.status }])
  const earnings = await t.call('GET', '/api/accounts/earnings/', { token: member.tokens.access })
  expect(earnings.body.data).toEqual({ balance: once.balance, held: 0 })
  expect(await countMails(member)).toBe(once.mails)
}
