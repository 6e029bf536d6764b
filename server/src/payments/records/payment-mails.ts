import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { urlsFor } from '../../http/urls.ts'
import type { ListingRow } from '../../catalogue/listings/move-listing.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { renderMail } from '../../messages/render-mail.ts'
import type { SaleShares } from './sale-shares.ts'
import type { PaymentRow } from './payment-row.ts'

type Mail = { userId: string; subject: string; paragraphs: string[]; action: { label: string; path: string } }

/** Mails a member about money; a deleted member gets none. */
export async function mailMember(ctx: Context, tx: Tx, { userId, subject, paragraphs, action }: Mail): Promise<void> {
  const user = await tx.selectFrom('users').select(['email', 'status']).where('id', '=', userId).executeTakeFirst()
  if (!user || user.status === 'DELETED') return
  const url = `${urlsFor(ctx).public}${action.path}`
  const content = { brand: ctx.config.brand, heading: subject, paragraphs, action: { label: action.label, url } }
  await enqueueEmail(ctx, tx, { to: user.email, mail: { subject, ...renderMail(content), link: url } })
}

async function nameOf(tx: Tx, nftId: string): Promise<string> {
  const nft = await tx.selectFrom('nfts').select('name').where('id', '=', nftId).executeTakeFirst()
  return nft?.name ?? 'NFT'
}

const orderAction = (payment: PaymentRow) => ({ label: 'See the order', path: `/app/orders/${payment.id}` })

export async function sendPurchaseReceipt(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const name = await nameOf(tx, payment.nft_id ?? '')
  await mailMember(ctx, tx, {
    userId: payment.user_id,
    subject: `Your receipt for “${name}”`,
    paragraphs: [
      `“${name}” is yours: it is in your wallet.`,
      `Paid: ${formatCents(payment.amount_cents)} USD. Order number: ${payment.id}.`,
      'The order page has the receipt to print.',
    ],
    action: orderAction(payment),
  })
}

export const sendTopupReceipt = (ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> =>
  mailMember(ctx, tx, {
    userId: payment.user_id,
    subject: 'Your receipt for transaction credits',
    paragraphs: [
      `${formatCents(payment.amount_cents)} USD were added to your transaction credits.`,
      `Order number: ${payment.id}.`,
    ],
    action: orderAction(payment),
  })

export async function sendSoldMail(
  ctx: Context,
  tx: Tx,
  { listing, shares }: { listing: ListingRow; shares: SaleShares },
): Promise<void> {
  const name = await nameOf(tx, listing.nft_id)
  const action = { label: 'See your earnings', path: '/app/settings/earnings' }
  const cents = formatCents
  await mailMember(ctx, tx, {
    userId: shares.sellerId,
    subject: `You sold “${name}”`,
    paragraphs: [
      `“${name}” was sold for ${cents(listing.price_cents)} USD.`,
      `You receive ${cents(shares.sellerCents)} USD: the price less ${cents(shares.feeCents)} USD platform fee and ${cents(shares.royaltyCents)} USD royalty.`,
    ],
    action,
  })
  if (shares.royaltyCents === 0) return
  await mailMember(ctx, tx, {
    userId: shares.creatorId,
    subject: `A royalty for “${name}”`,
    paragraphs: [`“${name}” was sold again. Your royalty is ${cents(shares.royaltyCents)} USD.`],
    action,
  })
}

export async function sendSaleFailedMail(
  ctx: Context,
  tx: Tx,
  { listing, reason }: { listing: ListingRow; reason: string },
): Promise<void> {
  const name = await nameOf(tx, listing.nft_id)
  await mailMember(ctx, tx, {
    userId: listing.seller_id,
    subject: `The sale of “${name}” could not be completed`,
    paragraphs: [
      `The transfer of “${name}” to its buyer was not possible: ${reason}`,
      'The buyer gets the money back and your listing has ended. You can list the NFT again.',
    ],
    action: { label: 'Open the NFT', path: `/app/nft/view/${listing.nft_id}` },
  })
}

export const sendRefundMail = (
  ctx: Context,
  tx: Tx,
  { payment, amountCents, reason }: { payment: PaymentRow; amountCents: number; reason: string },
): Promise<void> =>
  mailMember(ctx, tx, {
    userId: payment.user_id,
    subject: `${formatCents(amountCents)} USD are on their way back to you`,
    paragraphs: [reason, 'Your bank may take a few days to show it.'],
    action: orderAction(payment),
  })
