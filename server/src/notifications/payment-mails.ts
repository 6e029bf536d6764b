import type { EventData } from '@verso/protocol/events'
import { formatCents } from '@verso/protocol/money'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { mailMember, nameOfNft } from './mail-member.ts'

const orderAction = (paymentId: string) => ({ label: 'See the order', path: addressOf('order', { paymentId }) })

/** The buyer's receipt. */
export async function mailDelivered(ctx: Context, tx: Tx, order: EventData<'order.delivered'>): Promise<void> {
  const name = await nameOfNft(tx, order.nft_id)
  await mailMember(ctx, tx, {
    userId: order.buyer_id,
    kind: 'order.delivered',
    subject: `Your receipt for “${name}”`,
    paragraphs: [
      `“${name}” is yours: it is in your wallet.`,
      `Paid: ${formatCents(order.amount_cents)} USD. Order number: ${order.payment_id}.`,
      'The order page has the receipt to print.',
    ],
    action: orderAction(order.payment_id),
  })
}

export const mailToppedUp = (ctx: Context, tx: Tx, topup: EventData<'topup.completed'>): Promise<void> =>
  mailMember(ctx, tx, {
    userId: topup.user_id,
    kind: 'topup.completed',
    subject: 'Your receipt for transaction credits',
    paragraphs: [
      `${formatCents(topup.amount_cents)} USD were added to your transaction credits.`,
      `Order number: ${topup.payment_id}.`,
    ],
    action: orderAction(topup.payment_id),
  })

/** To the seller, and to the creator who gets a royalty. */
export async function mailSold(ctx: Context, tx: Tx, sale: EventData<'nft.sold'>): Promise<void> {
  const name = await nameOfNft(tx, sale.nft_id)
  const action = { label: 'See your earnings', path: addressOf('settingsTab', { tab: 'earnings' }) }
  const cents = formatCents
  await mailMember(ctx, tx, {
    userId: sale.seller_id,
    kind: 'nft.sold',
    subject: `You sold “${name}”`,
    paragraphs: [
      `“${name}” was sold for ${cents(sale.price_cents)} USD.`,
      `You receive ${cents(sale.seller_cents)} USD: the price less ${cents(sale.fee_cents)} USD platform fee and ${cents(sale.royalty_cents)} USD royalty.`,
    ],
    action,
  })
  if (sale.royalty_cents === 0) return
  await mailMember(ctx, tx, {
    userId: sale.creator_id,
    kind: 'royalty.received',
    subject: `A royalty for “${name}”`,
    paragraphs: [`“${name}” was sold again. Your royalty is ${cents(sale.royalty_cents)} USD.`],
    action,
  })
}

export async function mailSaleFailed(ctx: Context, tx: Tx, sale: EventData<'nft.sale_failed'>): Promise<void> {
  const nft = await tx.selectFrom('nfts').selectAll().where('id', '=', sale.nft_id).executeTakeFirstOrThrow()
  const { name } = nft
  // It may have left the wallet, or been taken down, which is why it could not be transferred.
  const isListable = nft.owned_by === sale.seller_id && nft.custody === 'HELD' && nft.taken_down_at === null
  await mailMember(ctx, tx, {
    userId: sale.seller_id,
    subject: `The sale of “${name}” could not be completed`,
    paragraphs: [
      `The transfer of “${name}” to its buyer was not possible: ${sale.reason}`,
      `The buyer gets the money back and your listing has ended.${isListable ? ' You can list the NFT again.' : ''}`,
    ],
    action: { label: 'Open the NFT', path: addressOf('nft', { nftId: sale.nft_id }) },
  })
}

export const mailRefunded = (ctx: Context, tx: Tx, refund: EventData<'order.refunded'>): Promise<void> =>
  mailMember(ctx, tx, {
    userId: refund.user_id,
    kind: 'order.refunded',
    subject: `${formatCents(refund.amount_cents)} USD are on their way back to you`,
    paragraphs: [refund.reason, 'Your bank may take a few days to show it.'],
    action: orderAction(refund.payment_id),
  })

export const mailRefundFailed = (ctx: Context, tx: Tx, refund: EventData<'order.refund_failed'>): Promise<void> =>
  mailMember(ctx, tx, {
    userId: refund.user_id,
    subject: `Your refund of ${formatCents(refund.amount_cents)} USD did not arrive`,
    paragraphs: [
      'Your bank did not accept the refund. Our team finds another way and writes to you; your money is safe.',
    ],
    action: orderAction(refund.payment_id),
  })
