import { addressOf } from '@verso/protocol/pages/pages'
import type { MailMessage } from './enqueue-message.ts'
import { type MailContent, renderMail } from './render-mail.ts'

/** The marketplace's origin, to which the links of a mail lead, and its name. */
export type MailSite = {
  origin: string
  brand: string
  /** How long each link is good, in words. */
  linkLives: { VERIFY_EMAIL: string; RESET_PASSWORD: string; INVITATION: string }
}

const mail = (subject: string, content: MailContent): MailMessage => ({
  subject,
  ...renderMail(content),
  ...(content.action && { link: content.action.url }),
})

export const verifyEmailMail = ({ origin, brand, linkLives }: MailSite, token: string): MailMessage =>
  mail('Verify your e-mail address', {
    brand,
    heading: 'Verify your e-mail address',
    paragraphs: [
      `Welcome to ${brand}. Please confirm that this is your address, and you can sign in.`,
      `The link works once, for up to ${linkLives.VERIFY_EMAIL}. If you did not register, you can ignore this mail.`,
    ],
    action: { label: 'Verify my e-mail', url: origin + addressOf('verifyEmail', { token }) },
  })

export const alreadyVerifiedMail = ({ origin, brand }: MailSite): MailMessage =>
  mail('Your e-mail address is verified', {
    brand,
    heading: 'Your e-mail address is already verified',
    paragraphs: [
      'Somebody, probably you, asked for a new verification link. There is nothing left to verify: just sign in.',
    ],
    action: { label: 'Sign in', url: origin + addressOf('signIn') },
  })

export const alreadyRegisteredMail = ({ origin, brand }: MailSite): MailMessage =>
  mail(`You already have an account at ${brand}`, {
    brand,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, tried to register this address at ${brand} again. Your account and its password stay as they are.`,
      'If you forgot the password, choose "Forgot password" on the sign-in page. If it was not you, there is nothing to do.',
    ],
    action: { label: 'Sign in', url: origin + addressOf('signIn') },
  })

export const resetLink = (origin: string, token: string, email: string) =>
  origin + addressOf('resetPassword', { token, email })

/** For a second registration of an unverified address. */
export const accountWaitingMail = ({ origin, brand, linkLives }: MailSite, token: string, email: string): MailMessage =>
  mail(`Your account at ${brand} is waiting for you`, {
    brand,
    heading: 'An account for this address is already waiting',
    paragraphs: [
      `Somebody, probably you, registered this address at ${brand} again. An account for it is already waiting to be verified, and nobody has shown yet whose it is.`,
      `Choose a password with the link below: that also verifies your address, and no other password works. The link works once, for up to ${linkLives.RESET_PASSWORD}.`,
      'If you did not register, you can ignore this mail.',
    ],
    action: { label: 'Choose a password', url: resetLink(origin, token, email) },
  })

export const resetPasswordMail = ({ origin, brand, linkLives }: MailSite, token: string, email: string): MailMessage =>
  mail('Reset your password', {
    brand,
    heading: 'Reset your password',
    paragraphs: [
      `Somebody, probably you, asked for a new password at ${brand}. Choose it with the link below.`,
      `The link works once, for up to ${linkLives.RESET_PASSWORD}. If it was not you, ignore this mail: your password stays as it is.`,
    ],
    action: { label: 'Choose a new password', url: resetLink(origin, token, email) },
  })

export const invitationMail = ({ origin, brand, linkLives }: MailSite, token: string, email: string): MailMessage =>
  mail(`You are invited to ${brand}`, {
    brand,
    heading: `Welcome to ${brand}`,
    paragraphs: [
      `An account at ${brand} was made for you. Choose a password to start.`,
      `The link works once, for up to ${linkLives.INVITATION}.`,
    ],
    action: { label: 'Choose a password', url: resetLink(origin, token, email) },
  })

const notice = ({ brand }: MailSite, heading: string, text: string): MailMessage =>
  mail(heading, {
    brand,
    heading,
    paragraphs: [text, 'If this was not you, reset your password at once and write to our support.'],
  })

export const passwordChangedMail = (site: MailSite): MailMessage =>
  notice(
    site,
    'Your password was changed',
    'The password of your account was changed, and all other sessions were signed out.',
  )

export const phoneChangedMail = (site: MailSite): MailMessage =>
  notice(site, 'Your phone number was changed', 'The phone number that gets your sign-in codes was changed.')

export const bankDetailsAddedMail = (site: MailSite, last4: string): MailMessage =>
  notice(site, 'Your bank details were changed', `A bank account ending in ${last4} was added for your payouts.`)

export const bankDetailsRemovedMail = (site: MailSite, last4: string): MailMessage =>
  notice(site, 'Your bank details were changed', `The bank account ending in ${last4} was removed from your payouts.`)

export const royaltyAddressSetMail = (site: MailSite, address: string): MailMessage =>
  notice(
    site,
    'Your royalty address was set',
    `Royalties of other marketplaces go to ${address} from now on. Only that address can change it, on chain.`,
  )

export const withdrawalStartedMail = (site: MailSite, name: string, address: string): MailMessage =>
  notice(site, 'A withdrawal was started', `"${name}" is being sent from your wallet to ${address}.`)

export const factorAddedMail = (site: MailSite, name: string): MailMessage =>
  notice(site, 'A sign-in method was added', `"${name}" can now be used to sign in to your account.`)

export const factorRemovedMail = (site: MailSite, name: string): MailMessage =>
  notice(site, 'A sign-in method was removed', `"${name}" can no longer be used to sign in to your account.`)

export const recoveryCodesMadeMail = (site: MailSite): MailMessage =>
  notice(site, 'New recovery codes were made', 'The recovery codes you had before open nothing any more.')

export const factorsResetMail = (site: MailSite): MailMessage =>
  notice(
    site,
    'Your sign-in methods were reset',
    'Our support removed the phone and the sign-in methods of your account. After your next sign-in you can add them again.',
  )

export const accountDeletedMail = ({ brand }: MailSite): MailMessage =>
  mail('Your account was deleted', {
    brand,
    heading: 'Your account was deleted',
    paragraphs: [
      `Your account at ${brand} and what it held about you as a person are gone. Thank you for having been here.`,
    ],
  })

export const suspendedMail = ({ origin, brand }: MailSite): MailMessage =>
  mail('Your account is suspended', {
    brand,
    heading: 'Your account is suspended',
    paragraphs: [
      `Your account at ${brand} was suspended. You were signed out everywhere and your listings were ended.`,
      'You can sign in again to see everything that is yours, to withdraw your works and to have your earnings paid out. You cannot create, list, buy or top up.',
      'If you think this is a mistake, answer this mail.',
    ],
    action: { label: 'Sign in', url: origin + addressOf('signIn') },
  })

export const suspensionEndedMail = ({ origin, brand }: MailSite): MailMessage =>
  mail('Your account is open again', {
    brand,
    heading: 'Your account is open again',
    paragraphs: ['Your account is no longer suspended. Your ended listings stay ended: you can list your works again.'],
    action: { label: 'Sign in', url: origin + addressOf('signIn') },
  })
