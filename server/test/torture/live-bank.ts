import { expect } from 'vitest'
import { signAccessToken } from '../../src/identity/sessions/access-token.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { buildAdmin, buildMember, type Member } from '../build-member.ts'
import { giveEarnings } from '../give-credits.ts'
import type { ProductContext } from '../open-product.ts'
import type { Product } from '../product.ts'
import { callProduct } from './call-product.ts'

const TOPUP_USD = 30
const PAYOUT_USD = 20
const EARNINGS_CENTS = 100_000_000
/** Every third request is taken back by its member instead of paid. */
const CANCEL_EVERY = 3

/** A member who tops up and one who is paid out over the HTTP of a running product, with an admin who pays. */
export class LiveBank {
  readonly #product: Product
  #ctx: ProductContext
  #saver!: Member
  #earner!: Member
  #admin!: Member
  /** Idempotency keys of everything that was ever asked for, once each. */
  readonly #topups: string[] = []
  readonly #payouts: string[] = []

  private constructor(product: Product, ctx: ProductContext) {
    this.#product = product
    this.#ctx = ctx
  }

  static async open(product: Product, ctx: ProductContext): Promise<LiveBank> {
    const bank = new LiveBank(product, ctx)
    bank.#saver = await buildMember({ ctx })
    bank.#earner = await buildMember({ ctx })
    bank.#admin = await buildAdmin({ ctx })
    await giveEarnings({ ctx }, { userId: bank.#earner.id, amountCents: EARNINGS_CENTS })
    const account = { holder: 'A Seller', country: 'DE', currency: 'EUR', account_number: 'DE02120300000000202051' }
    await bank.#call(bank.#earner, 'POST', '/api/accounts/fiats/', { ...account, bank_name: 'Bank' })
    return bank
  }

  /** After a restart: access tokens may have grown old, and so may the last second factor. */
  async reopen(ctx: ProductContext): Promise<void> {
    this.#ctx = ctx
    for (const member of [this.#saver, this.#earner, this.#admin]) {
      const session = await ctx.db
        .updateTable('sessions')
        .set({ second_factor_at: ctx.clock.now() })
        .where('id', '=', member.sessionId)
        .returning(['id', 'user_id', 'expires_at'])
        .executeTakeFirstOrThrow()
      member.headers.authorization = `Bearer ${await signAccessToken(ctx, session)}`
    }
  }

  async topUp(): Promise<void> {
    this.#topups.push(this.#ctx.random.id())
    await this.#finishTopup()
  }

  async payOut(): Promise<void> {
    this.#payouts.push(this.#ctx.random.id())
    await this.#finishPayout()
  }

  /** A client that was cut off asks again under the same key, and goes on where it stopped. */
  finish = async (): Promise<void> => void (await Promise.all([this.#finishTopup(), this.#finishPayout()]))

  async #finishTopup(): Promise<void> {
    const idempotencyKey = this.#topups.at(-1)
    if (!idempotencyKey) return
    const path = '/api/accounts/credits/'
    const paymentId = await this.#call(this.#saver, 'PUT', path, { amount: TOPUP_USD }, idempotencyKey)
    if (paymentId) await this.#call(this.#saver, 'POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  }

  async #finishPayout(): Promise<void> {
    const idempotencyKey = this.#payouts.at(-1)
    if (!idempotencyKey) return
    const payout = await this.#call(this.#earner, 'POST', '/api/payouts/', { amount: PAYOUT_USD }, idempotencyKey)
    if (!payout) return
    if (this.#payouts.length % CANCEL_EVERY === 0) {
      await this.#call(this.#earner, 'PUT', `/api/payouts/${payout.id}/`, { status: 'CANCELLED' })
      return
    }
    const path = `/api/admin/payouts/${payout.id}/`
    await this.#call(this.#admin, 'PUT', path, { status: 'APPROVED' }, `${idempotencyKey}-approved`)
    await this.#call(this.#admin, 'PUT', path, { status: 'PAID', reference: 'SEPA' }, `${idempotencyKey}-paid`)
  }

  async listOpen(): Promise<object[]> {
    const { db } = this.#ctx
    const topups = db
      .selectFrom('payments')
      .select(['id', 'kind', 'status'])
      .where('kind', '=', 'TOPUP')
      .where('status', '<>', 'SUCCESS')
    const payouts = db.selectFrom('payouts').select(['id', 'status']).where('status', 'in', ['REQUESTED', 'APPROVED'])
    return [...(await topups.execute()), ...(await payouts.execute())]
  }

  /** Each request was done once, to the cent, and every change was mailed once. */
  async expectExact(): Promise<void> {
    const { db } = this.#ctx
    const topups = await db.selectFrom('payments').select('status').where('kind', '=', 'TOPUP').execute()
    expect(topups).toEqual(this.#topups.map(() => ({ status: 'SUCCESS' })))
    const saver = await getBalances(db, this.#saver.id)
    expect(saver).toMatchObject({ creditCents: topups.length * TOPUP_USD * 100, creditHeldCents: 0 })

    const cancelled = Math.floor(this.#payouts.length / CANCEL_EVERY)
    const paid = this.#payouts.length - cancelled
    const payouts = await db.selectFrom('payouts').select('status').execute()
    expect(payouts.filter(({ status }) => status === 'PAID')).toHaveLength(paid)
    expect(payouts.filter(({ status }) => status === 'CANCELLED')).toHaveLength(cancelled)
    const paidCents = paid * PAYOUT_USD * 100
    const earner = await getBalances(db, this.#earner.id)
    expect(earner).toMatchObject({ earningsCents: EARNINGS_CENTS - paidCents, payoutHeldCents: 0 })
    const account = db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', 'PAYOUTS_PAID')
    expect((await account.executeTakeFirstOrThrow()).balance_cents).toBe(paidCents)
    expect(await this.#countMails(this.#saver)).toBe(topups.length)
    expect(await this.#countMails(this.#earner, 'Your payout')).toBe(3 * paid + 2 * cancelled)
  }

  async #countMails({ email }: Member, subject = ''): Promise<number> {
    const mails = this.#ctx.db.selectFrom('messages').select('id').where('recipient', '=', email)
    return (await mails.where('subject', 'like', `${subject}%`).execute()).length
  }

  #call(member: Member, method: string, path: string, body: object, idempotencyKey?: string) {
    const site = path.startsWith('/api/admin/') ? this.#product.adminUrl : this.#product.url
    return callProduct(member, { method, url: site + path, body, ...(idempotencyKey && { idempotencyKey }) })
  }
}
