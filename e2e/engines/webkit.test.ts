import { inject, it } from 'vitest'
import { buyAsNewcomer } from './buy-as-newcomer.ts'
import { openWebKit } from './webkit.ts'
import { pickWork } from './pick-work.ts'
import { takePictures } from './take-pictures.ts'
import { Tab } from './tab.ts'

const product = inject('product')
const BUYER = { email: 'kit@example.test', password: 'right-horse-6', phone: '+94771234506' }

it('a newcomer buys a work in WebKit', async () => {
  const webkit = await openWebKit()
  try {
    const tab = new Tab(webkit)
    const { name } = await pickWork(product.url, 1)
    await buyAsNewcomer(tab, product.url, BUYER, name)
    await takePictures(tab, product.url, 'webkit')
  } finally {
    await webkit.close()
  }
})
