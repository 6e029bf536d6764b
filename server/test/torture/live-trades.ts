import type { Chain } from '@verso/protocol/chains'
import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { splitPrice } from '@verso/protocol/money'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { adapterOf } from '../../src/custody/chains/adapter-of.ts'
import { chainsOf } from '../../src/gateways/chain/chain-access.ts'
import { signAccessToken } from '../../src/identity/sessions/access-token.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { buildMember, type Member } from '../build-member.ts'
import { buildFile } from '../build-nft.ts'
import { buildWallet } from '../build-wallet.ts'
import { giveCredits } from '../give-credits.ts'
import type { ProductContext } from '../open-product.ts'
import type { Product } from '../product.ts'
import { callProduct } from './call-product.ts'
import { countMoves } from './read-moves.ts'

const CREDIT_CENTS = 1_000
const [FIRST_USD, SECOND_USD, THIRD_USD] = [25, 40, 60]
const ROYALTY_BPS = 500
const FEE_BPS = 250
const OUTSIDE_EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const OUTSIDE = { POLYGON: OUTSIDE_EVM, ETH: OUTSIDE_EVM, SOL: 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB' }
const STEP_MS = 120_000
const LOOK_EVERY_MS = 100

type Trade = { chain: Chain; creator: Member; first: Member; second: Member; file: string; nftId: string }

/**
 * One NFT on each chain goes through everything that can happen to it, over the HTTP of a product that loses its parts
 * meanwhile: minted, sold, sold on with a royalty, reserved and cancelled, paid too late, and taken outside.
 */
export class LiveTrades {
  readonly #product: Product
  readonly #ctx: ProductContext
  readonly #trades: Trade[] = []

  constructor(product: Product, ctx: ProductContext) {
    this.#product = product
    this.#ctx = ctx
  }

  close = () => this.#ctx.close()

  /** Makes the members and NFTs of the trades undisturbed, straight in the database. */
  async begin(): Promise<void> {
    this.#trades.push(...(await Promise.all(chainsOf(this.#ctx).map((chain) => this.#begin(chain)))))
  }

  async live(): Promise<void> {
    await Promise.all(this.#trades.filter(({ nftId }) => nftId === '').map((trade) => this.#trade(trade)))
  }

  async #begin(chain: Chain): Promise<Trade> {
    const [creator, first, second] = [
      await this.#addMember(chain),
      await this.#addMember(chain),
      await this.#addMember(chain),
    ]
    const { id: file } = await buildFile({ ctx: this.#ctx }, { ownerId: creator.id })
    return { chain, creator, first, second, file, nftId: '' }
  }

  async #addMember(chain: Chain): Promise<Member> {
    const t = { ctx: this.#ctx }
    const member = await buildMember(t)
    await buildWallet(t, { userId: member.id, chain })
    await giveCredits(t, { userId: member.id, amountCents: CREDIT_CENTS })
    return member
  }

  async #trade(trade: Trade): Promise<void> {
    const { creator, first, second } = trade
    await this.#mint(trade)
    await this.#sell(trade, { seller: creator, buyer: first, price: FIRST_USD })
    await this.#sell(trade, { seller: first, buyer: second, price: SECOND_USD })
    await this.#payTooLate(trade)
    await this.#withdraw(trade)
  }

  async #mint(trade: Trade): Promise<void> {
    const { creator, chain, file } = trade
    const body = { category: 1, chain, file, thumbnail: file, royalty: ROYALTY_BPS / 100, cashback_value: ROYALTY_BPS }
    const key = this.#ctx.random.id()
    await this.#until(
      'minted',
      async () => {
        const nfts = this.#ctx.db.selectFrom('nfts').select(['id', 'mint_status']).where('created_by', '=', creator.id)
        const nft = await nfts.executeTakeFirst()
        trade.nftId = nft?.id ?? ''
        return nft?.mint_status === 'SUCCESSED'
      },
      () => (trade.nftId ? undefined : this.#call(creator, 'POST', '/api/nfts/', body, key)),
    )
  }

  async #sell(trade: Trade, { seller, buyer, price }: { seller: Member; buyer: Member; price: number }): Promise<void> {
    const paymentId = await this.#reserve(trade, { seller, buyer, price })
    await this.#until(
      `sold for ${price}`,
      async () => (await this.#readNft(trade)).owned_by === buyer.id,
      async () => {
        if ((await this.#statusOf(paymentId)) !== 'SUCCESS') await this.#pay(paymentId)
      },
    )
  }

  async #reserve(trade: Trade, { seller, buyer, price }: { seller: Member; buyer: Member; price: number }) {
    const path = `/api/nfts/${trade.nftId}/`
    let paymentId = ''
    await this.#until(
      `reserved for ${price}`,
      async () => {
        const payments = this.#ctx.db.selectFrom('payments').select('id').where('nft_id', '=', trade.nftId)
        const ofBuyer = payments.where('user_id', '=', buyer.id).where('amount_cents', '=', price * 100)
        paymentId = (await ofBuyer.executeTakeFirst())?.id ?? ''
        return paymentId !== ''
      },
      async () => {
        const open = this.#ctx.db.selectFrom('listings').select('id').where('nft_id', '=', trade.nftId)
        if (!(await open.where('status', '=', 'ACTIVE').executeTakeFirst()))
          await this.#call(seller, 'PUT', path, { listing: true, price })
        await this.#call(buyer, 'PUT', path, { purchasing: true, buyer: buyer.id })
      },
    )
    return paymentId
  }

  /** The buyer lets go and pays all the same: the money goes back, and the NFT stays. */
  async #payTooLate(trade: Trade): Promise<void> {
    const { second: seller, first: buyer } = trade
    const paymentId = await this.#reserve(trade, { seller, buyer, price: THIRD_USD })
    await this.#until(
      'cancelled',
      async () => (await this.#statusOf(paymentId)) !== 'CREATED',
      () => this.#call(buyer, 'POST', `/api/payments/${paymentId}/cancel/`, {}),
    )
    await this.#until(
      'refunded',
      async () => (await this.#statusOf(paymentId)) === 'REFUNDED',
      () => this.#pay(paymentId),
    )
  }

  async #withdraw(trade: Trade): Promise<void> {
    const path = `/api/nfts/${trade.nftId}/withdraw/`
    await this.#until(
      'taken outside',
      async () => (await this.#readNft(trade)).owner_address?.toLowerCase() === OUTSIDE[trade.chain].toLowerCase(),
      async () => {
        const asked = this.#ctx.db.selectFrom('chain_intents').select('id').where('nft_id', '=', trade.nftId)
        if (await asked.where('kind', '=', 'WITHDRAW').executeTakeFirst()) return
        await this.#call(trade.second, 'POST', path, { address: OUTSIDE[trade.chain] })
      },
    )
  }

  /** Asks again as often as it takes, as people do: a part of the product may be down, and so may the database. */
  async #until(what: string, isDone: () => Promise<boolean>, ask: () => Promise<unknown> | undefined): Promise<void> {
    const deadline = performance.now() + STEP_MS
    for (let last = ''; performance.now() < deadline; await sleep(LOOK_EVERY_MS)) {
      try {
        if (await isDone()) return
        await ask()
      } catch (error) {
        last = (error as Error).message
        if (performance.now() + LOOK_EVERY_MS > deadline) throw new Error(`not ${what}: ${last}`, { cause: error })
      }
    }
    throw new Error(`not ${what} after ${STEP_MS} ms:\n${this.#product.log().slice(-4_000)}`)
  }

  #pay = (paymentId: string) =>
    this.#call(this.#trades[0]?.creator as Member, 'POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })

  async #statusOf(paymentId: string): Promise<string> {
    const payments = this.#ctx.db.selectFrom('payments').select('status').where('id', '=', paymentId)
    return (await payments.executeTakeFirstOrThrow()).status
  }

  #readNft = ({ nftId }: Trade) =>
    this.#ctx.db.selectFrom('nfts').selectAll().where('id', '=', nftId).executeTakeFirstOrThrow()

  async #call(member: Member, method: string, path: string, body: object, idempotencyKey?: string) {
    const sessions = this.#ctx.db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'expires_at'])
      .where('id', '=', member.sessionId)
    const access = await signAccessToken(this.#ctx, await sessions.executeTakeFirstOrThrow())
    const caller = { ...member, headers: { authorization: `Bearer ${access}` } }
    const url = this.#product.url + path
    return callProduct(caller, { method, url, body, ...(idempotencyKey && { idempotencyKey }) })
  }

  /** No token is lost or doubled, and every cent is where it belongs. */
  async expectExact(): Promise<void> {
    const { db } = this.#ctx
    expect(await checkLedger(db)).toEqual([])
    expect(this.#trades.length).toBeGreaterThan(0)
    for (const trade of this.#trades) await this.#expectTrade(trade)
    const intents = db
      .selectFrom('chain_intents')
      .select(['kind', 'status', 'error'])
      .where('status', '<>', 'CONFIRMED')
    expect(await intents.execute()).toEqual([])
  }

  async #expectTrade(trade: Trade): Promise<void> {
    const nft = await this.#readNft(trade)
    expect(nft).toMatchObject({ owned_by: null, mint_status: 'SUCCESSED' })
    const tokenId = nft.token_id as string
    // Minted, sold twice, taken outside; and the chain says what the product says.
    expect(await countMoves(this.#ctx, { chain: trade.chain, tokenId })).toBe(4)
    expect(await adapterOf(this.#ctx, trade.chain).readOwner(tokenId)).toBe(OUTSIDE[trade.chain])
    const wanted = [FIRST_USD, SECOND_USD].map((usd) => usd * 100)
    const [sale, resale] = [splitPrice(wanted[0] ?? 0, FEE_BPS, 0), splitPrice(wanted[1] ?? 0, FEE_BPS, ROYALTY_BPS)]
    const earned = async ({ id }: Member) => {
      const { earningsCents, earningsHeldCents, creditCents, creditHeldCents } = await getBalances(this.#ctx.db, id)
      return { earned: earningsCents + earningsHeldCents, credit: creditCents, held: creditHeldCents }
    }
    const credit = CREDIT_CENTS - NETWORK_FEE_CENTS
    expect(await earned(trade.creator)).toEqual({ earned: sale.sellerCents + resale.royaltyCents, credit, held: 0 })
    expect(await earned(trade.first)).toEqual({ earned: resale.sellerCents, credit, held: 0 })
    expect(await earned(trade.second)).toEqual({ earned: 0, credit, held: 0 })
    const payments = this.#ctx.db.selectFrom('payments').select('status').where('nft_id', '=', trade.nftId)
    const statuses = (await payments.execute()).map(({ status }) => status).sort()
    expect(statuses).toEqual(['REFUNDED', 'SUCCESS', 'SUCCESS'])
  }
}
