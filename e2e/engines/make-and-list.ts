import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '@verso/protocol/pages/pages'
import sharp from 'sharp'
import { at } from '../at-page.ts'
import { button, field, fileField, heading } from './paths.ts'
import { pay } from './pay.ts'
import type { Tab } from './tab.ts'

/** From a top-up to an NFT of one's own that is minted and for sale. */
export async function makeAndList<Handle>(tab: Tab<Handle>, url: string, name: string): Promise<void> {
  await topUp(tab, url)
  await tab.open(url + addressOf('createNft'))
  await tab.type(field('Name'), name)
  await tab.type(field('Description'), 'Two colours that meet.')
  await tab.choose(field('Category'), 'Art')
  await tab.type(field('Listing price'), '12')
  await tab.attach(fileField('Artwork'), await paint(name))
  await tab.see(button('Crop'))
  await tab.press(button('Create NFT'))
  // It is not approved yet.
  await tab.press(button('Okay'))
  await tab.waitForPage(at('nft'))
  await tab.see(heading(name))
  await tab.see(button('Unlist'))
}

async function topUp<Handle>(tab: Tab<Handle>, url: string): Promise<void> {
  await tab.open(url + addressOf('settingsTab', { tab: 'credits' }))
  await tab.press(button('Topup'))
  await tab.type(field('Topup amount (USD)'), '5')
  await tab.press(button('Confirm'))
  await pay(tab)
  await tab.see(button('Topup again'))
}

async function paint(name: string): Promise<string> {
  const path = join(tmpdir(), `${name}.png`)
  const image = sharp({ create: { width: 600, height: 600, channels: 3, background: '#b35060' } })
  await writeFile(path, await image.png().toBuffer())
  return path
}
