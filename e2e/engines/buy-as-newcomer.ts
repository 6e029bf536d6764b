import { addressOf } from '@verso/protocol/pages/pages'
import { at } from '../at-page.ts'
import { readOutbox } from '../outbox.ts'
import type { NewMember } from '../steps/sign-in-steps.ts'
import { button, field, heading, link } from './paths.ts'
import { pay } from './pay.ts'
import type { Tab } from './tab.ts'

const now = () => new Date().toISOString()

/** From Explore to owning a work, without an account at the start. */
export async function buyAsNewcomer<Handle>(
  tab: Tab<Handle>,
  url: string,
  member: NewMember,
  nftName: string,
): Promise<void> {
  await tab.open(url + addressOf('home', { search: nftName }))
  await tab.press(link(nftName))
  await tab.see(heading(nftName))
  await tab.press(button('Buy now'))
  await tab.press(button('Join'))
  await tab.waitForPage(at('register'))
  await join(tab, url, member)
  await tab.press(button('Add 0.20 to this payment'))
  await pay(tab)
  await tab.waitForPage(at('user'))
  await tab.see(heading("It's yours"))
}

async function join<Handle>(tab: Tab<Handle>, url: string, member: NewMember): Promise<void> {
  await tab.type(field('E-mail'), member.email)
  await tab.type(field('Password'), member.password)
  await tab.type(field('Confirm password'), member.password)
  await tab.press(button('JOIN'))
  await tab.waitForPage(at('registerSuccess'))
  await tab.open(await readOutbox(url, member.email, 'link'))
  await tab.press(`//main${link('SIGN IN')}`)
  await signIn(tab, member)
  await tab.type(field('Mobile number'), member.phone)
  const phoneSentSince = now()
  await tab.press(button('SEND THE CODE'))
  await tab.type(field('6-digit code'), await readOutbox(url, member.phone, 'code', phoneSentSince))
  await tab.waitForPage(at('signIn'))
  const codeSentSince = now()
  await signIn(tab, member)
  await tab.waitForPage(at('verifyOtp'))
  await tab.type(field('6-digit code'), await readOutbox(url, member.phone, 'code', codeSentSince))
}

/** The name is filled in after a registration. */
async function signIn<Handle>(tab: Tab<Handle>, member: NewMember): Promise<void> {
  await tab.type(field('Password'), member.password)
  await tab.press(`//main${button('SIGN IN')}`)
}
