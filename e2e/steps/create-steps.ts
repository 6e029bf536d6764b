import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { at } from '../at-page.ts'

export type Artwork = { name: string; mimeType: string; buffer: Buffer }

/**
 * Fills the create form with a picture, or with another NFT of which the thumbnail is taken, loses nothing of it in a
 * reload, and waits until the chain has the token. `seePreview` looks at the form when all is chosen, before anything is sent.
 */
export async function createNftByClicking(
  page: Page,
  productUrl: string,
  name: string,
  artwork?: Artwork,
  seePreview: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(productUrl + addressOf('createNft'))
  const shown = artwork ?? { name: 'light.png', mimeType: 'image/png', buffer: await sunrise() }
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('The first minute of a clear day, seen from the hill behind the lake.')
  await page.getByLabel('Category').selectOption({ label: 'Art' })
  // The file last: a model that is shown keeps a machine without graphics busy.
  await fileInput(page, 'Artwork').setInputFiles(shown)
  await expect.poll(() => page.evaluate(readKeptNames)).toEqual([shown.name, thumbnailOf(shown)])
  await page.reload()
  for (const [label, file] of [
    ['Artwork', shown.name],
    ['Thumbnail', thumbnailOf(shown)],
  ] as const) {
    await page.getByRole('group', { name: label }).getByText(file).waitFor()
  }
  await seePreview()
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await page.waitForURL(at('nft'))
  await page.getByRole('button', { name: 'Advance Details' }).click()
  await page.getByRole('dialog').getByText('Success', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

/** A picture that can be one is its own; of any other a picture is taken. */
const thumbnailOf = ({ name, mimeType }: Artwork) =>
  name.replace(/\.\w+$/, /png|jpeg/.test(mimeType) ? '$&' : /gif|svg/.test(mimeType) ? '.png' : '.jpg')

/** In the page: what the two files of the draft are called in the browser's store. */
const readKeptNames = () =>
  new Promise<(string | undefined)[]>((resolve) => {
    const opening = indexedDB.open('keyval-store')
    // The application makes the store, not we.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve([])
    opening.onsuccess = () => {
      const reading = opening.result.transaction('keyval').objectStore('keyval').get('createNftFiles')
      reading.onsuccess = () => {
        opening.result.close()
        const { nftFile, thumbnail } = reading.result?.value ?? {}
        resolve([nftFile?.name, thumbnail?.name])
      }
    }
  })

const fileInput = (page: Page, label: string) => page.getByRole('group', { name: label }).locator('input[type=file]')

const sunrise = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#1a2456"/><stop offset="1" stop-color="#ffb36b"/></linearGradient></defs><rect width="900" height="900" fill="url(#s)"/><circle cx="450" cy="620" r="150" fill="#fff1d6"/><path d="M0 900V660l220-90 260 120 240-110 180 80v240z" fill="#141b3a"/></svg>',
    ),
  )
    .png()
    .toBuffer()
