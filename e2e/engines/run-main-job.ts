import { inject } from 'vitest'
import { evidencePath } from '../browser.ts'
import { buyAsNewcomer } from './buy-as-newcomer.ts'
import type { Engine } from './engine.ts'
import { makeAndList } from './make-and-list.ts'
import { pickNft } from './pick-nft.ts'
import { takePictures } from './take-pictures.ts'
import { Tab } from './tab.ts'

/** A newcomer buys a work, then makes and lists one; pictures of the main pages if they are asked for. */
export async function runMainJob<Handle>(
  openEngine: () => Promise<Engine<Handle>>,
  name: string,
  phone: string,
): Promise<void> {
  const { url } = inject('product')
  const engine = await openEngine()
  const tab = new Tab(engine)
  try {
    const nft = await pickNft(url)
    await buyAsNewcomer(tab, url, { email: `${name}@example.test`, password: 'right-horse-5', phone }, nft.name)
    await makeAndList(tab, url, `Made in ${name}`)
    await takePictures(tab, url, name)
  } catch (error) {
    await tab.picture(await evidencePath(name))
    throw error
  } finally {
    await engine.close()
  }
}
