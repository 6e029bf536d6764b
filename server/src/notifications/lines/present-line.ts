import { formatCents } from '@verso/protocol/money'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf } from '@verso/protocol/pages/pages'
import { memberName } from '@verso/protocol/users/member-name'
import { areaOf, type Notification, type NotificationKind } from '@verso/protocol/users/notifications'
import type { Urls } from '../../http/urls.ts'
import { variantUrl } from '../../media/files/file-urls.ts'
import type { LineRow } from './list-lines.ts'

/** The names and amounts that the sentences use. */
type Facts = {
  nft: string
  nfts: string
  actor: string
  actors: string
  usd: string
  count: number
  isOfNft: boolean
  /** The text of a line for operators that is about no NFT and no member: it is written when it happens. */
  said: string
}
type Sentence = { title: string; text: (facts: Facts) => string }

const TEXTS: Record<NotificationKind, Sentence> = {
  'nft.minted': { title: 'Ready', text: ({ nfts, count }) => `${nfts} ${are(count)} ready and yours.` },
  'nft.mint_failed': { title: 'Not created', text: ({ nft }) => `${nft} could not be created. Open it to try again.` },
  'nft.approved': {
    title: 'Approved',
    text: ({ nfts, count }) => `${nfts} ${were(count)} approved for Explore.`,
  },
  'nft.refused': { title: 'Not approved', text: ({ nft }) => `${nft} was not approved for Explore.` },
  'nft.taken_down': { title: 'Taken down', text: ({ nft }) => `${nft} was taken down and is no longer shown.` },
  'nft.listed': { title: 'For sale', text: ({ nft, usd }) => `You put ${nft} up for sale for ${usd}.` },
  'nft.price_changed': { title: 'New price', text: ({ nft, usd }) => `You changed the price of ${nft} to ${usd}.` },
  'nft.unlisted': { title: 'No longer for sale', text: ({ nft }) => `You ended the sale of ${nft}.` },
  'nft.sold': { title: 'Sold', text: ({ nft, actor, usd }) => `${actor} bought ${nft}. You receive ${usd}.` },
  'nft.withdrawn': { title: 'Withdrawal done', text: ({ nft }) => `${nft} has arrived at your own address.` },
  'listing.expired': { title: 'Listing ended', text: ({ nft }) => `The time of your listing of ${nft} is over.` },
  'order.paid': {
    title: 'Payment received',
    text: ({ nft }) => `Your payment for ${nft} is here. It will be yours soon.`,
  },
  'order.delivered': { title: 'It is yours', text: ({ nft }) => `${nft} is yours. The receipt is with the order.` },
  'order.refunded': { title: 'Refund', text: ({ usd }) => `${usd} are on their way back to you.` },
  'order.needs_review': {
    title: 'We look into it',
    text: () => 'Your order needs a look by our team. Your money is safe.',
  },
  'topup.completed': { title: 'Credits added', text: ({ usd }) => `${usd} were added to your transaction credits.` },
  'earnings.released': {
    title: 'Earnings available',
    text: ({ nft, usd }) => `${usd} from ${nft} can be paid out now.`,
  },
  'royalty.received': { title: 'Royalty', text: ({ nft, usd }) => `${nft} was sold again. Your royalty is ${usd}.` },
  'payout.requested': { title: 'Payout requested', text: ({ usd }) => `You asked for ${usd} to be paid out.` },
  'payout.approved': { title: 'Payout approved', text: ({ usd }) => `Your payout of ${usd} was approved.` },
  'payout.paid': { title: 'Payout sent', text: ({ usd }) => `${usd} are on their way to your bank account.` },
  'payout.rejected': { title: 'Payout rejected', text: ({ usd }) => `${usd} are in your balance again.` },
  'follow.created': {
    title: 'New follower',
    text: ({ actors, count }) => `${actors} ${count > 1 ? 'follow' : 'follows'} you.`,
  },
  'wishlist.listed': { title: 'On your wishlist', text: ({ nft, usd }) => `${nft} was put up for sale for ${usd}.` },
  'wishlist.price_dropped': {
    title: 'Cheaper',
    text: ({ nft, usd }) => `The price of ${nft} from your wishlist went down to ${usd}.`,
  },
  'wishlist.sold': { title: 'Sold', text: ({ nft }) => `${nft} from your wishlist was sold.` },
  'following.listed': { title: 'New for sale', text: ({ actors, nfts }) => `${actors} put ${nfts} up for sale.` },
  'security.new_device': {
    title: 'New sign-in',
    text: () => 'Somebody signed in to your account on a new device. If it was not you, change your password at once.',
  },
  'security.password_changed': { title: 'Password changed', text: () => 'The password of your account was changed.' },
  'security.factor_changed': { title: 'Sign-in changed', text: () => 'The ways to confirm your sign-in were changed.' },
  'security.phone_changed': { title: 'Phone changed', text: () => 'The phone of your account was changed.' },
  'security.bank_changed': { title: 'Bank details changed', text: () => 'Your bank details were changed.' },
  'security.royalty_address_changed': {
    title: 'Royalty address changed',
    text: () => 'Your royalty address was changed.',
  },
  'security.withdrawal': {
    title: 'Withdrawal started',
    text: ({ nft }) => `${nft} is on its way out of your wallet here.`,
  },
  'security.locked': {
    title: 'Account locked',
    text: () =>
      'Sign-in was locked for a while after too many wrong codes or passwords. If it was not you, somebody tries to get in: your account is safe, and a new password keeps it so.',
  },
  'admin.queue': {
    title: 'Waits for you',
    text: ({ nfts, actors, count, isOfNft }) =>
      isOfNft ? `${nfts} ${count > 1 ? 'wait' : 'waits'} for a decision.` : `${actors} asked for a payout.`,
  },
  'admin.case': { title: 'Needs a person', text: ({ said }) => said },
  'admin.job_failed': { title: 'Jobs', text: ({ said }) => said },
  'admin.check_failed': { title: 'Checks', text: ({ said }) => said },
  'admin.funds_low': { title: 'Balances', text: ({ said }) => said },
  'admin.process_dead': { title: 'Processes', text: ({ said }) => said },
}

/** Told as the withdrawal that it was, with the reason why it did not come to pass. */
const NOT_WITHDRAWN: Sentence = { title: 'Withdrawal failed', text: ({ nft }) => `${nft} was not sent.` }
const sentenceOf = ({ kind, reason }: LineRow): Sentence =>
  kind === 'security.withdrawal' && reason !== null ? NOT_WITHDRAWN : TEXTS[kind]

const are = (count: number): string => (count > 1 ? 'are' : 'is')
const were = (count: number): string => (count > 1 ? 'were' : 'was')
const named = (name: string, count: number, other: string, others: string): string => {
  if (count <= 1) return name
  return `${name} and ${count === 2 ? `1 ${other}` : `${count - 1} ${others}`}`
}

function factsOf({ nft, actor, amountCents, reason }: LineRow): Facts {
  const nftName = nft ? `“${nft.name}”` : 'An NFT'
  const actorName = actor ? memberName(actor) : 'Somebody'
  return {
    nft: nftName,
    nfts: named(nftName, nft?.count ?? 1, 'other', 'others'),
    actor: actorName,
    actors: named(actorName, actor?.count ?? 1, 'other', 'others'),
    usd: `${formatCents(amountCents ?? 0)} USD`,
    count: countOf({ nft, actor }),
    isOfNft: nft !== null,
    said: reason ?? '',
  }
}

/** How many things a line tells of. */
const countOf = ({ nft, actor }: Pick<LineRow, 'nft' | 'actor'>): number => Math.max(1, nft?.count ?? actor?.count ?? 1)

const SECURITY_PAGE = addressOf('settingsTab', { tab: 'profile' })

function linkOf(line: LineRow): string {
  const { kind, nft, actor, paymentId } = line
  if (areaOf(kind) === 'operators') return adminLinkOf(line)
  if (kind.startsWith('payout.') || kind === 'earnings.released' || kind === 'royalty.received' || kind === 'nft.sold')
    return addressOf('settingsTab', { tab: 'earnings' })
  if (paymentId) return addressOf('order', { paymentId })
  if (nft) return addressOf('nft', { nftId: nft.id })
  return actor ? addressOf('user', { userId: actor.id }) : SECURITY_PAGE
}

function adminLinkOf({ kind, nft, paymentId }: LineRow): string {
  if (kind === 'admin.queue') return adminAddressOf(nft ? 'moderation' : 'payouts')
  if (kind === 'admin.case' && paymentId) return adminAddressOf('payments', { search: paymentId })
  return adminAddressOf(kind === 'admin.job_failed' ? 'jobs' : 'dashboard')
}

function imageOf({ nft, actor }: LineRow, urls: Urls): string | null {
  if (nft) return nft.picture && variantUrl(urls, nft.picture, 'thumb')
  return actor?.picture ? variantUrl(urls, actor.picture, 'avatar') : null
}

/** A line in people's words, with where it leads. */
export function presentLine(line: LineRow, urls: Urls): Notification {
  const { title, text } = sentenceOf(line)
  const facts = factsOf(line)
  return {
    id: line.id,
    kind: line.kind,
    title,
    text: line.reason && areaOf(line.kind) === 'member' ? `${text(facts)} Reason: ${line.reason}` : text(facts),
    link: linkOf(line),
    image_url: imageOf(line, urls),
    count: facts.count,
    created_at: line.createdAt.toISOString(),
    read_at: line.readAt?.toISOString() ?? null,
  }
}
