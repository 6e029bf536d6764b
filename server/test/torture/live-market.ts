import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from '@verso/protocol/chains'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { LIVE_PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import { expect } from 'vitest'
import { adapterOf } from '../../src/custody/chains/adapter-of.ts'
import { isOffered } from '../../src/gateways/chain/chain-access.ts'
import { signAccessToken } from '../../src/identity/sessions/access-token.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { buildMember, type Member } from '../build-member.ts'
import { buildFile } from '../build-nft.ts'
import { buildWallet } from '../build-wallet.ts'
import { giveCredits } from '../give-credits.ts'
import { openProduct, type ProductContext } from '../open-product.ts'
import type { Product } from '../product.ts'
import { callProduct } from './call-product.ts'
import { LiveBank } from './live-bank.ts'
import { listOpen, type Mint, readState, type Sale } from './live-market-state.ts'
import { countMinted, countMoves } from './read-moves.ts'

const CHAINS = ['POLYGON', 'SOL'] as const satisfies Chain[]
const WORKS = 3
const PRICE_USD = 25
const CREDIT_CENTS = 100_000

/** A product may have been started on a database of the test's own. */
const databaseOf = ({ settings: { DATABASE_URL, MIGRATION_DATABASE_URL } }: Product) => ({
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
})

/** Members who mint and trade over the HTTP of a running product, and what must be true of it afterwards. */
export class LiveMarket {
  readonly #product: Product
  #ctx: ProductContext
  #seller!: Member
  #buyers!: Member[]
  /** By member and chain. */
  readonly #addresses = new Map<string, string>()
  /** Top-ups and payouts on the same product. */
  bank!: LiveBank

  private constructor(product: Product, ctx: ProductContext) {
    this.#product = product
    this.#ctx = ctx
  }

  static async open(product: Product): Promise<LiveMarket> {
    const market = new LiveMarket(product, await openProduct(product.dataDir, databaseOf(product)))
    market.#seller = await market.#addMember()
    market.#buyers = await Promise.all(Array.from({ length: WORKS }, () => market.#addMember()))
    market.bank = await LiveBank.open(product, market.#ctx)
    return market
  }

  /** Solana where it runs. */
  get #chains(): Chain[] {
    return CHAINS.filter((chain) => isOffered(this.#ctx, chain))
  }

  get sellerHeaders(): Record<string, string> {
    return this.#seller.headers
  }

  close = () => this.#ctx.close()

  /** After a restart: another PostgreSQL answers, and access tokens may have grown old. */
  async reopen(): Promise<void> {
    await this.#ctx.close()
    this.#ctx = await openProduct(this.#product.dataDir, databaseOf(this.#product))
    for (const member of [this.#seller, ...this.#buyers]) {
      const sessions = this.#ctx.db.selectFrom('sessions').select(['id', 'user_id', 'expires_at'])
      const session = await sessions.where('id', '=', member.sessionId).executeTakeFirstOrThrow()
      member.headers.authorization = `Bearer ${await signAccessToken(this.#ctx, session)}`
    }
    await this.bank.reopen(this.#ctx)
  }

  async drawFiles(): Promise<string[]> {
    const files = Array.from({ length: WORKS }, () => buildFile({ ctx: this.#ctx }, { ownerId: this.#seller.id }))
    return (await Promise.all(files)).map((file) => file.id)
  }

  async mintAll(files: string[]): Promise<string[]> {
    const minted = await Promise.all(
      files.map((file, index) =>
        this.#call(this.#seller, 'POST', '/api/nfts/', {
          category: 1,
          chain: this.#chains[index % this.#chains.length],
          file,
          thumbnail: file,
          royalty: 5,
          cashback_value: 500,
        }),
      ),
    )
    return minted.map((nft) => nft?.id).filter((id) => id !== undefined)
  }

  async sellAll(nftIds: string[]): Promise<void> {
    await Promise.all(nftIds.map((id, index) => this.#sell(id, this.#buyers[index % WORKS] as Member)))
  }

  async #sell(nftId: string, buyer: Member): Promise<void> {
    const path = `/api/nfts/${nftId}/`
    const listed = await this.#call(this.#seller, 'PUT', path, { listing: true, price: PRICE_USD })
    const reserved = listed && (await this.#call(buyer, 'PUT', path, { purchasing: true, buyer: buyer.id }))
    if (reserved) await this.#pay(reserved.payment_id)
  }

  #pay(paymentId: string) {
    return this.#call(this.#buyers[0] as Member, 'POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  }

  /** A client that was cut off comes back, and pays or asks once more. */
  async finishWhatIsOpen(): Promise<void> {
    await this.bank.finish()
    const open = await this.#ctx.db
      .selectFrom('payments')
      .select('id')
      .where('kind', '=', 'PURCHASE')
      .where('status', 'in', LIVE_PAYMENT_STATUSES)
      .execute()
    for (const { id } of open) await this.#pay(id)
  }

  /** An NFT is created, and its mint not confirmed. */
  isMinting = async (): Promise<boolean> => {
    const pending = this.#ctx.db.selectFrom('nfts').select('id').where('mint_status', '=', 'PENDING')
    return (await pending.executeTakeFirst()) !== undefined
  }

  /** How many NFTs were ever created; one more says that a mint has begun, also when it is over already. */
  countMints = async (): Promise<number> => (await this.readState()).mints.length

  /** A sale is paid, and its NFT not handed over. */
  isSelling = async (): Promise<boolean> => {
    const paid = this.#ctx.db.selectFrom('listings').select('id').where('status', '=', 'PAID')
    return (await paid.executeTakeFirst()) !== undefined
  }

  /** NFTs that are not listed yet, as many as are sold at once. */
  async listUnsold(): Promise<string[]> {
    const unsold = this.#ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('mint_status', '=', 'SUCCESSED')
      .where('id', 'not in', this.#ctx.db.selectFrom('listings').select('nft_id'))
    return (await unsold.orderBy('id').limit(WORKS).execute()).map(({ id }) => id)
  }

  async untilSettled(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs
    for (;;) {
      const open = await this.#listOpen()
      if (open.length === 0) return
      if (performance.now() > deadline) {
        throw new Error(`not settled after ${limitMs} ms: ${JSON.stringify(open)}\n${this.#product.log()}`)
      }
      await sleep(100)
    }
  }

  async #listOpen(): Promise<object[]> {
    const { db } = this.#ctx
    const deliveries = await db.selectFrom('event_deliveries').select(['consumer', 'event_id', 'error']).execute()
    return [...(await listOpen(db)), ...deliveries, ...(await this.bank.listOpen())]
  }

  readState = (): Promise<{ mints: Mint[]; sales: Sale[] }> => readState(this.#ctx.db)

  /** On chain each NFT was minted exactly once, and nothing else was. */
  async expectOneTokenEach(mints: Mint[]): Promise<void> {
    for (const chain of this.#chains) {
      const tokens = mints.filter((mint) => mint.chain === chain).map(({ tokenId }) => tokenId)
      expect(tokens).not.toContain(null)
      expect(new Set(tokens).size).toBe(tokens.length)
      expect(await countMinted(this.#ctx, chain)).toBe(tokens.length)
    }
  }

  /** Paid once, sold, moved on chain once, and the token is the buyer's; what was not sold has not moved. */
  async expectDelivered(sales: Sale[]): Promise<void> {
    for (const sale of sales) {
      expect(sale).toMatchObject({ status: 'SUCCESS', listing: 'SOLD', ownedBy: sale.buyerId })
      const owner = await adapterOf(this.#ctx, sale.chain).readOwner(sale.tokenId as string)
      expect(owner).toBe(this.#addresses.get(`${sale.buyerId} ${sale.chain}`))
    }
    for (const { chain, tokenId } of (await this.readState()).mints) {
      const sold = sales.filter((sale) => sale.tokenId === tokenId)
      expect(await countMoves(this.#ctx, { chain, tokenId: tokenId as string })).toBe(1 + sold.length)
    }
  }

  /** To the cent: what a crash could have posted twice, or held for ever, shows in the balances. */
  async expectExactBooks({ mints, sales }: { mints: number; sales: number }): Promise<void> {
    const { db } = this.#ctx
    expect(await checkLedger(db)).toEqual([])
    const seller = await getBalances(db, this.#seller.id)
    const buyers = await Promise.all(this.#buyers.map((buyer) => getBalances(db, buyer.id)))
    const creditLeft = [seller, ...buyers].reduce((sum, { creditCents }) => sum + creditCents, 0)
    const held = [seller, ...buyers].reduce((sum, { creditHeldCents }) => sum + creditHeldCents, 0)
    expect({ creditLeft, held }).toEqual({
      creditLeft: CREDIT_CENTS * (1 + WORKS) - NETWORK_FEE_CENTS * (mints + sales),
      held: 0,
    })
    // 2.5 % of 25.00 USD is floored to 62 cents, and a creator's own sale has no royalty.
    expect(seller.earningsCents + seller.earningsHeldCents).toBe(sales * (2_500 - 62))
    const receipts = db
      .selectFrom('messages')
      .select('id')
      .where(
        'recipient',
        'in',
        this.#buyers.map((buyer) => buyer.email),
      )
    expect(await receipts.execute()).toHaveLength(sales)
  }

  async #addMember(): Promise<Member> {
    const t = { ctx: this.#ctx }
    const member = await buildMember(t)
    for (const chain of this.#chains) {
      const wallet = await buildWallet(t, { userId: member.id, chain })
      this.#addresses.set(`${member.id} ${chain}`, wallet.public_address)
    }
    await giveCredits(t, { userId: member.id, amountCents: CREDIT_CENTS })
    return member
  }

  #call(member: Member, method: string, path: string, body: object) {
    return callProduct(member, { method, url: this.#product.url + path, body })
  }
}
