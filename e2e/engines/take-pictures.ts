import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addressOf } from '@verso/protocol/pages/pages'
import { button, field, frame } from './paths.ts'
import { type PickedNft, pickNft } from './pick-nft.ts'
import type { Tab } from './tab.ts'

/** Set by `npm run test:browsers`: where pictures of the main pages are kept, for a person to look at. */
const FOLDER = process.env.BROWSER_PICTURES
/** The narrow one first: WebKit's pictures are black until its window has got another size. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** The main pages as the member sees them who is signed in, a checkout, and the sign-in at last. */
export async function takePictures<Handle>(tab: Tab<Handle>, url: string, engine: string): Promise<void> {
  if (!FOLDER) return
  await mkdir(FOLDER, { recursive: true })
  const nft = await pickNft(url)
  for (const { width, height } of SIZES) {
    const keep = async (name: string) => {
      await tab.rest()
      await tab.picture(join(FOLDER, `${name}-${width}-${engine}.png`))
    }
    await tab.resize(width, height)
    for (const [name, address] of Object.entries(listPages(nft))) {
      await tab.open(url + address)
      await tab.see('//main//*[self::h1 or self::h2]')
      await keep(name)
    }
    await tab.open(url + addressOf('nft', { nftId: nft.id }))
    await tab.press(button('Buy now'))
    await tab.inFrame(frame('ayment'), () => tab.see(field('Card number')))
    await keep('checkout')
    await tab.inFrame(frame('ayment'), () => tab.press(button('Cancel payment')))
  }
  await tab.open(url + addressOf('signOut'))
  await tab.open(url + addressOf('signIn'))
  await tab.see(field('Password'))
  await tab.picture(join(FOLDER, `sign-in-1440-${engine}.png`))
}

const listPages = (nft: PickedNft) => ({
  explore: addressOf('home'),
  nft: addressOf('nft', { nftId: nft.id }),
  profile: addressOf('user', { userId: nft.created_by }),
  create: addressOf('createNft'),
  dashboard: addressOf('dashboard'),
  orders: addressOf('orders'),
  settings: addressOf('settingsTab', { tab: 'profile' }),
  credits: addressOf('settingsTab', { tab: 'credits' }),
  wallets: addressOf('settingsTab', { tab: 'crypto-wallets' }),
})
