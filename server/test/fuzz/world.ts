import { LIVE_PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import { inTransaction } from '../../src/db/client.ts'
import { openSession } from '../../src/identity/sessions/open-session.ts'
import { buildBelongings } from '../build-belongings.ts'
import { buildAdmin, buildMember, type Member, TEST_PASSWORD } from '../build-member.ts'
import { buildMint } from '../build-token.ts'
import { giveCredits, giveEarnings } from '../give-credits.ts'
import type { TestApp } from '../test-app.ts'
import type { Placeholder } from './placeholder.ts'
import { type Caller, kindOf } from './requests.ts'

/** How many ids of a kind are remembered: the newest, with what is in use among them. */
const REMEMBERED = 60
const MEMBERS = 3
const YEAR_MS = 365 * 24 * 3_600_000
const NOBODY = '00000000-0000-0000-0000-000000000000'
const DEVICE = { userAgent: 'fuzz', address: '127.0.0.1' }

type Session = { userId: string; email: string; phone: string | null; access: string; refresh: string }

/** The members who call, and everything that exists to be named in a request. */
export class World {
  readonly #t: TestApp
  /** By kind, and again by whose it is. */
  readonly #known = new Map<string, string[]>()
  #members: Member[] = []
  #admins: Member[] = []
  /** They have verified no phone yet. */
  #newcomers: Member[] = []
  #sessions = new Map<string, Session>()

  constructor(t: TestApp) {
    this.#t = t
  }

  async open(): Promise<void> {
    for (let count = 0; count < MEMBERS; count++) this.#members.push(await this.#addMember())
    await this.#t.runJobs()
    this.#admins = [await buildAdmin(this.#t), await buildAdmin(this.#t)]
    const newcomers = [await buildMember(this.#t, { hasPhone: false }), await buildMember(this.#t, { hasPhone: false })]
    this.#newcomers = newcomers
    for (const { id, email } of [...this.#members, ...this.#admins, ...newcomers]) {
      this.learn('users', id)
      this.learn('emails', email, id)
    }
    const categories = await this.#t.ctx.db.selectFrom('categories').select('id').execute()
    for (const { id } of categories) this.learn('categories', String(id))
    for (const page of ['terms', 'privacy', 'imprint', 'nothing']) this.learn('pages', page)
    for (const password of [TEST_PASSWORD, TEST_PASSWORD, 'another-pass', '123456']) this.learn('passwords', password)
  }

  async #addMember(): Promise<Member> {
    const member = await buildMember(this.#t)
    const rows = await buildBelongings(this.#t, member)
    const tokens = await Promise.all([1, 2].map(() => buildMint(this.#t, { creator: member })))
    await giveCredits(this.#t, { userId: member.id })
    await giveEarnings(this.#t, { userId: member.id })
    const nfts = [rows.nft, rows.failedNft, rows.takenDownNft, ...tokens.map(({ id }) => id)]
    const made: [string, string[]][] = [
      ['nfts', nfts],
      ['files', [rows.file]],
      ['payments', [rows.payment, rows.paid]],
      ['payouts', [rows.payout]],
      ['accounts/fiats', [rows.bankAccount]],
      ['accounts/cryptos', [rows.wallet]],
      ['auth/factors', [rows.factor]],
      ['auth/factors/totp', [rows.newFactor]],
      ['auth/sessions', [rows.session]],
    ]
    for (const [kind, ids] of made) for (const id of ids) this.learn(kind, id, member.id)
    return member
  }

  learn(kind: string, value: string, ownerId?: string): void {
    for (const key of ownerId ? [kind, `${kind} of ${ownerId}`] : [kind]) {
      const known = this.#known.get(key) ?? []
      if (!known.includes(value)) this.#known.set(key, [...known, value].slice(-REMEMBERED))
    }
  }

  /** Members who were signed out, suspended or deleted are replaced; the others get a new token. */
  async renew(): Promise<void> {
    const { db } = this.#t.ctx
    await db.deleteFrom('settings').where('key', 'like', '%Stopped').execute()
    const admins = this.#admins.map(({ id }) => id)
    await db
      .updateTable('users')
      .set({ status: 'ACTIVE', is_admin: true })
      .where('id', 'in', admins)
      .where('status', '<>', 'DELETED')
      .execute()
    const alive = await db.selectFrom('users').select('id').where('status', '=', 'ACTIVE').execute()
    const ids = new Set(alive.map(({ id }) => id))
    for (const [index, { id }] of this.#members.entries())
      if (!ids.has(id)) this.#members[index] = await this.#addMember()
    for (const [index, { id }] of this.#admins.entries())
      if (!ids.has(id)) this.#admins[index] = await buildAdmin(this.#t)
    this.#sessions.clear()
  }

  /** @returns undefined for a visitor */
  async sessionOf(caller: Caller, pick: number): Promise<Session | undefined> {
    if (caller === 'visitor') return undefined
    const people =
      caller === 'admin'
        ? this.#admins
        : caller === 'temporary'
          ? [...this.#members, ...this.#newcomers]
          : this.#members
    const member = people[pick % people.length] as Member
    const name = `${caller} ${member.id}`
    const session = this.#sessions.get(name) ?? (await this.#signIn(caller, member))
    this.#sessions.set(name, session)
    return session
  }

  /** The next call is made on a new session. */
  forget(caller: Caller, userId: string): void {
    this.#sessions.delete(`${caller} ${userId}`)
  }

  async #signIn(caller: Caller, { id: userId, email, phone }: Member): Promise<Session> {
    const kind = caller === 'temporary' ? 'TEMPORARY' : 'FULL'
    const { tokens } = await inTransaction(this.#t.ctx.db, (tx) =>
      openSession(this.#t.ctx, tx, { userId, kind, device: DEVICE }),
    )
    this.learn('refreshes', tokens.refresh)
    return { userId, email, phone, ...tokens }
  }

  /** The value of a placeholder, for this caller, now. */
  async find({ kind, pick }: Placeholder, session: Session | undefined): Promise<string> {
    if (kind === 'self') return session?.userId ?? ''
    if (kind === 'later') return new Date(this.#t.clock.now().getTime() + (pick * YEAR_MS) / 10_000).toISOString()
    if (kind === 'codes' && session?.phone) return this.#newestCode(session.phone)
    if (kind === 'emails' && pick % 3 === 0) return `fuzz-${pick}@example.test`
    if (kind === 'ids') {
      const all = [...this.#known.values()].flat()
      return all[pick % all.length] ?? ''
    }
    const found = await this.#search(kind, session?.userId)
    if (found.length > 0) return found[pick % found.length] as string
    const own = this.#known.get(`${kind} of ${session?.userId}`) ?? []
    const all = this.#known.get(kind) ?? []
    const known = own.length > 0 && pick % 2 === 0 ? own : all
    return known[Math.floor(pick / 2) % known.length] ?? this.#t.ctx.random.id()
  }

  /** The ids that only the database knows at the moment; none of other kinds. */
  async #search(kind: string, userId = NOBODY): Promise<string[]> {
    const { db } = this.#t.ctx
    const nfts = db
      .selectFrom('nfts')
      .select('id')
      .where('owned_by', '=', userId)
      .where('mint_status', '=', 'SUCCESSED')
    const onChain = db
      .selectFrom('chain_intents')
      .select('nft_id')
      .where('kind', '=', 'MINT')
      .where('status', '=', 'CONFIRMED')
    const listings = db.selectFrom('listings').select('nft_id as id').where('status', '=', 'ACTIVE')
    const payments = db.selectFrom('payments').select('id')
    const searches: Record<string, { execute(): Promise<{ id: string }[]> }> = {
      'own nfts': nfts.where('taken_down_at', 'is', null).where('id', 'in', onChain).orderBy('id'),
      'nfts for sale': listings.where('seller_id', '<>', userId).orderBy('id'),
      'own files': db.selectFrom('files').select('id').where('owner_id', '=', userId).orderBy('id'),
      'open payouts': db
        .selectFrom('payouts')
        .select('id')
        .where('status', 'in', ['REQUESTED', 'APPROVED'])
        .orderBy('id'),
      'own live payments': payments
        .where('user_id', '=', userId)
        .where('status', 'in', LIVE_PAYMENT_STATUSES)
        .orderBy('id'),
      cases: payments.where('status', 'in', ['NEEDS_REVIEW', 'REFUND_DUE', 'DISPUTED']).orderBy('id'),
    }
    return ((await searches[kind]?.execute()) ?? []).map(({ id }) => id)
  }

  async #newestCode(phone: string): Promise<string> {
    const message = await this.#t.ctx.db
      .selectFrom('messages')
      .select('code')
      .where('recipient', '=', phone)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    return message?.code ?? '123456'
  }

  /** Ids, cursors and links out of an answer. */
  learnFrom(path: string, body: unknown, callerId: string | undefined): void {
    const { data, meta } = (body ?? {}) as { data?: unknown; meta?: { next_cursor?: string | null } }
    if (meta?.next_cursor) this.learn('cursors', meta.next_cursor)
    if (path.startsWith('/api/dev/outbox')) return this.#learnLinks(data)
    const kind = kindOf(path)
      .replace(/\/$/, '')
      .replace(/\/(entries|search|totals)$/, '')
    for (const each of [data].flat() as (Record<string, unknown> | null)[]) {
      const ownerId = String(each?.owned_by ?? callerId ?? '')
      if (typeof each?.id === 'string') this.learn(kind, each.id, ownerId)
      if (typeof each?.payment_id === 'string') this.learn('payments', each.payment_id, callerId)
      const key = /receipt\/\?key=([^&]+)/.exec(String(each?.receipt_url))?.[1]
      if (key) this.learn('receipt-keys', decodeURIComponent(key))
    }
    if (path === '/api/accounts/credits/' && typeof data === 'string') this.learn('payments', data, callerId)
  }

  #learnLinks(data: unknown): void {
    for (const { link } of data as { link: string | null }[]) {
      const token = link ? new URL(link).searchParams.get('token') : null
      if (token) this.learn('links', token)
    }
  }
}
