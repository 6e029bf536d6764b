import type { MailSite } from './membership-mails.ts'
import type { MailMessage } from './enqueue-message.ts'
import { renderMail } from './render-mail.ts'

/** The admin area's origin, and what we call ourselves. */
type OperatorSite = Pick<MailSite, 'origin' | 'brand'>

type Signers = { minter: string; settler: string }

/** To the admins, once per occurrence; `origin` is the admin area's. */
export const lowDiskMail = (
  { origin, brand }: OperatorSite,
  { host, dataDir, free, needed }: { host: string; dataDir: string; free: string; needed: string },
): MailMessage => ({
  subject: `${brand}: the disk of ${host} is nearly full`,
  ...renderMail({
    brand,
    heading: `The disk of ${host} is nearly full`,
    paragraphs: [
      `${free} are free at ${dataDir} of ${host}, and ${needed} are wanted. Where members are served from this disk, new uploads, purchases and top-ups are refused with a message meanwhile. Payments that are begun, webhooks and refunds go on.`,
      `Free some space or give the disk more: with ${needed} all goes on by itself. You are told when a fifth more than that is free.`,
    ],
    action: { label: 'Open the Dashboard', url: origin },
  }),
  link: origin,
})

export const lowFundsMail = (
  { origin, brand }: OperatorSite,
  { chain, accounts, balances, needed }: { chain: string; accounts: Signers; balances: Signers; needed: Signers },
): MailMessage => ({
  subject: `${brand} on ${chain}: nothing can be created or bought until an account is funded`,
  ...renderMail({
    brand,
    heading: `The operator's balance on ${chain} is low`,
    paragraphs: [
      `New works and purchases on ${chain} are refused with a message until it is mended; what is begun goes on.`,
      `Minter ${accounts.minter} has ${balances.minter}; it wants ${needed.minter}.`,
      `Settler ${accounts.settler} has ${balances.settler}; it wants ${needed.settler}.`,
      'The balance is looked at every 30 seconds; once it is enough, all goes on by itself.',
    ],
    action: { label: 'Open the Dashboard', url: origin },
  }),
  link: origin,
})

/** To the admins, once for each incident. */
export const problemMail = (
  { origin, brand }: OperatorSite,
  { summary, detail }: { summary: string; detail: string },
): MailMessage => ({
  subject: `${brand}: ${summary}`,
  ...renderMail({
    brand,
    heading: summary,
    paragraphs: [`${detail}.`, 'You are told again when it is over.'],
    action: { label: 'Open the Dashboard', url: origin },
  }),
  link: origin,
})

export const recoveryMail = (
  { origin, brand }: OperatorSite,
  { summary, since }: { summary: string; since: Date },
): MailMessage => ({
  subject: `${brand}: over: ${summary}`,
  ...renderMail({
    brand,
    heading: `Over: ${summary}`,
    paragraphs: [`It was so since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC. All goes on.`],
    action: { label: 'Open the Dashboard', url: origin },
  }),
  link: origin,
})

/** To the admins, when an address of theirs takes nothing any more. */
export const webhookOffMail = (
  { origin, brand }: OperatorSite,
  { url, days, path }: { url: string; days: number; path: string },
): MailMessage => ({
  subject: `${brand}: a webhook was switched off`,
  ...renderMail({
    brand,
    heading: 'A webhook was switched off',
    paragraphs: [
      `${url} has taken nothing for ${days} days, so nothing more is sent to it.`,
      'Mend it, then resume it: what waited is sent. What happens until then is not.',
    ],
    action: { label: 'Open the webhook', url: `${origin}${path}` },
  }),
  link: `${origin}${path}`,
})
