import type { JSHandle, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { waitUntilSettled } from '../settle.ts'

export type Artwork = { name: string; mimeType: string; buffer: Buffer }

/** A picture that no compression makes much smaller. */
export async function noise(name: string, side: number): Promise<Artwork> {
  const grains = sharp({
    create: {
      width: side,
      height: Math.round(side / 2),
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  return name.endsWith('.png')
    ? { name, mimeType: 'image/png', buffer: await grains.png().toBuffer() }
    : { name, mimeType: 'image/jpeg', buffer: await grains.jpeg({ quality: 92 }).toBuffer() }
}

/** Chain and royalty, which are chosen before one opens it. */
export const openMore = (page: Page) => page.getByRole('button', { name: 'More' }).click()

const zone = (page: Page, label: string) => page.getByRole('group', { name: label })
export const choose = (page: Page, label: string, file: Artwork) =>
  zone(page, label).locator('input[type=file]').setInputFiles(file)

export async function drop(page: Page, label: string, file: Artwork): Promise<void> {
  const dataTransfer = await transferOf(page, file)
  for (const kind of ['dragenter', 'dragover', 'drop'])
    await zone(page, label).locator('.drop').dispatchEvent(kind, { dataTransfer })
}

/** Anywhere on the page. */
export async function paste(page: Page, file: Artwork): Promise<void> {
  await page.getByRole('group', { name: 'Artwork' }).waitFor()
  // The page listens a moment after its form is there.
  await waitUntilSettled(page)
  await page.evaluate(
    (clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    await transferOf(page, file),
  )
}

const transferOf = (page: Page, { name, mimeType, buffer }: Artwork): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    ({ base64, title, type }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], title, { type }))
      return transfer
    },
    { base64: buffer.toString('base64'), title: name, type: mimeType },
  )

export async function seeFiles(page: Page, files: Record<string, string>): Promise<void> {
  for (const [label, name] of Object.entries(files)) await zone(page, label).getByText(name).waitFor()
}

/** In the page: what of a draft is in the browser's store. The application makes the store, not we. */
const readStore = () =>
  new Promise<[string, unknown][]>((resolve) => {
    const opening = indexedDB.open('keyval-store')
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve([])
    opening.onsuccess = () => {
      const store = opening.result.transaction('keyval').objectStore('keyval')
      const [keys, values] = [store.getAllKeys(), store.getAll()]
      store.transaction.oncomplete = () => {
        opening.result.close()
        resolve(keys.result.map((key, index) => [String(key), values.result[index]]))
      }
    }
  })

/** The files of these names are in the browser's store, so that a reload finds them: not those that were there before. */
export async function waitForKeptFiles(page: Page, artworkName: string, thumbnailName = artworkName): Promise<void> {
  const namesIn = `(${String(readStore)})().then((all) => {
    const kept = new Map(all).get('createNftFiles')?.value
    return [kept?.nftFile?.name, kept?.thumbnail?.name]
  })`
  await expect.poll(() => page.evaluate(namesIn)).toEqual([artworkName, thumbnailName])
}

/** The names under which anything of a draft is kept. */
export const whatIsKept = (page: Page): Promise<string[]> =>
  page.evaluate(`(${String(readStore)})().then((all) => [
    ...all.map(([key]) => key),
    ...Object.keys(localStorage).filter((key) => /draft/i.test(key)),
  ])`)
