import { addressOf } from '@verso/protocol/pages/pages'
import { inject, it } from 'vitest'
import { visit } from './browser.ts'
import { noise } from './steps/create-form-steps.ts'
import {
  buyByKeys,
  changeSettingsByKeys,
  createByKeys,
  listByKeys,
  readOrderByKeys,
  signInByKeys,
} from './steps/keyboard-steps.ts'

const LENA = { email: 'lena@demo.test', password: 'demo-pass', phone: '+94771000008' }
/** Others sell from it and look at what is left. */
const SELLERS_LEFT_ALONE = ['Nadia Perera', 'Lena Brandt']
type Listed = {
  name: string
  chain: string
  media_type: string
  latest_listing: { status: string; seller_username: string }
}

const product = inject('product')

it('a member makes a work, lists it, buys another one, reads its order and changes the settings by keys alone', async () => {
  const { page } = await visit()
  await page.goto(product.url + addressOf('signIn'))
  await signInByKeys(page, product.url, LENA)
  await createByKeys(page, 'Home Row', await noise('home-row.png', 300))
  await listByKeys(page, '25')
  const { name } = await findListed()
  await buyByKeys(page, product.url, name)
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor()
  await readOrderByKeys(page, name)
  await changeSettingsByKeys(page, 'Weaver of keys')
})

/** A picture listed by another member; not the one that other journeys use. */
async function findListed(): Promise<Listed> {
  const answer = await fetch(`${product.url}/api/nfts/?listed=true&approved=true&limit=40`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const listed = data.find(
    ({ name, chain, media_type, latest_listing: { status, seller_username } }) =>
      chain === 'POLYGON' &&
      media_type === 'image' &&
      status === 'ACTIVE' &&
      name !== 'Night Bloom' &&
      !SELLERS_LEFT_ALONE.includes(seller_username),
  )
  if (!listed) throw new Error('no picture is listed')
  return listed
}
