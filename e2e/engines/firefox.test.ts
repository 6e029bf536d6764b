import { inject, it } from 'vitest'
import { buyAsNewcomer } from './buy-as-newcomer.ts'
import { openFirefox } from './firefox.ts'
import { pickWork } from './pick-work.ts'
import { takePictures } from './take-pictures.ts'
import { Tab } from './tab.ts'

const product = inject('product')
const BUYER = { email: 'fox@example.test', password: 'right-horse-5', phone: '+94771234505' }

it('a newcomer buys a work in Firefox', async () => {
  const firefox = await openFirefox()
  try {
    const tab = new Tab(firefox)
    const { name } = await pickWork(product.url, 0)
    await buyAsNewcomer(tab, product.url, BUYER, name)
    await takePictures(tab, product.url, 'firefox')
  } finally {
    await firefox.close()
  }
})
