import type { Context } from '../src/context.ts'
import { signAccessToken } from '../src/identity/sessions/access-token.ts'
import { checkLedger } from '../src/ledger/check-ledger.ts'
import type { ListingRow } from '../src/catalogue/listings/move-listing.ts'
import { buildMember, type Member } from './build-member.ts'
import { buildListing, buildNft, type Nft } from './build-nft.ts'
import { buildToken } from './build-token.ts'
import { buildWallet } from './build-wallet.ts'
import { giveCredits } from './give-credits.ts'
import type { Answer, TestApp } from './test-app.ts'

export type ListedNft = { seller: Member; nft: Nft; listing: ListingRow }

/** An NFT for sale; with `onChain` its token exists, so that a sale can really be carried out. */
export async function buildListedNft(
  t: TestApp,
  options: { onChain?: boolean; priceCents?: number; expiresAt?: Date } = {},
): Promise<ListedNft> {
  const seller = await buildMember(t)
  if (options.onChain) await buildWallet(t, { userId: seller.id })
  const nft = options.onChain ? await buildToken(t, { creator: seller }) : await buildNft(t, { creator: seller })
  const { priceCents = 2_500, expiresAt } = options
  const listing = await buildListing(t, { nft, priceCents, ...(expiresAt && { expiresAt }) })
  return { seller, nft, listing }
}

/** A member who can buy: a wallet and credits. */
export async function buildBuyer(t: TestApp, options: { creditCents?: number } = {}): Promise<Member> {
  const buyer = await buildMember(t)
  await buildWallet(t, { userId: buyer.id })
  await giveCredits(t, { userId: buyer.id, amountCents: options.creditCents ?? 1_000 })
  return buyer
}

export const buy = async (t: TestApp, buyer: Member, nft: { id: string }, rest: object = {}): Promise<Answer> =>
  t.call('PUT', `/api/nfts/${nft.id}/`, {
    token: await freshToken(t, buyer),
    body: { buyer: buyer.id, purchasing: true, ...rest },
  })

/** Reserves and returns the payment's id. */
export async function reserve(t: TestApp, buyer: Member, nft: { id: string }): Promise<string> {
  const { status, body } = await buy(t, buyer, nft)
  if (status !== 200) throw new Error(`the reservation answered ${status}: ${JSON.stringify(body)}`)
  return body.data.payment_id
}

export const topup = async (t: TestApp, member: Member, amount: number): Promise<string> =>
  (await t.call('PUT', '/api/accounts/credits/', { token: member.tokens.access, body: { amount } })).body.data

export const decide = (
  t: TestApp,
  paymentId: string,
  outcome: 'success' | 'failed' | 'canceled' | 'pending',
): Promise<Answer> => t.call('POST', `/api/dev/payments/${paymentId}/`, { body: { outcome } })

/** The member's session lasts longer than the hour that tests let pass; its access token does not. */
export async function freshToken({ ctx }: TestApp, member: Member): Promise<string> {
  const sessions = ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'expires_at'])
    .where('id', '=', member.sessionId)
  return signAccessToken(ctx, await sessions.executeTakeFirstOrThrow())
}

export const getPayment = async (t: TestApp, member: Member, paymentId: string) =>
  (await t.call('GET', `/api/payments/${paymentId}/`, { token: await freshToken(t, member) })).body.data

export const getCredit = async (t: TestApp, member: Member): Promise<{ credit: number; held: number }> =>
  (await t.call('GET', '/api/accounts/credits/', { token: await freshToken(t, member) })).body.data

export const statusOf = async (t: { ctx: Context }, listing: { id: string }): Promise<string> =>
  (await t.ctx.db.selectFrom('listings').select('status').where('id', '=', listing.id).executeTakeFirstOrThrow()).status

/** @throws when any promise about money is broken */
export async function assertBooksAreRight(t: { ctx: Context }): Promise<void> {
  const problems = await checkLedger(t.ctx.db)
  if (problems.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(problems)}`)
}
