import type { Context } from '../../server/src/context.ts'
import { samplePng } from '../../server/test/build-nft.ts'
import { type Client, openPerson, type Person } from './client.ts'
import { until } from './until.ts'

const PRICE_USD = 25
const CREDITS_USD = 20
const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'A Buyer' }

export type Sale = { nftId: string; buyer: string }

/** A member makes a work, another one buys it by card: what the product is for, with nothing of it skipped. */
export async function sellNft(ctx: Context, client: Client, name: string): Promise<Sale> {
  const nftId = await listNft(ctx, client, name)
  const buyer = await openTrader(ctx, client)
  await buyNft(client, nftId, buyer)
  return { nftId, buyer: buyer.id }
}

/** @returns the id of a work that is for sale, by `by` or a new member */
export async function listNft(ctx: Context, client: Client, name: string, by?: Person): Promise<string> {
  const creator = by ?? (await openTrader(ctx, client))
  const admin = await openPerson(ctx, client, { isAdmin: true })
  const nftId = await mint(creator, name)
  await admin.call('PUT', `/api/admin/nfts/${nftId}/`, { approved: true })
  await creator.call('PUT', `/api/nfts/${nftId}/`, { listing: true, price: PRICE_USD })
  return nftId
}

export async function buyNft(client: Client, nftId: string, buyer: Person): Promise<void> {
  const order = { purchasing: true, buyer: buyer.id }
  const { payment_id: paymentId } = await buyer.call('PUT', `/api/nfts/${nftId}/`, order)
  await payByCard(client, buyer, paymentId)
  await until("the work is its buyer's", async () => (await ownerOf(client, nftId)) === buyer.id)
}

export const ownerOf = async (client: Client, nftId: string): Promise<string> =>
  (await client.call({ path: `/api/nfts/${nftId}/` })).owned_by

/** A member with a wallet, and with credits for the network's fees. */
export async function openTrader(ctx: Context, client: Client): Promise<Person> {
  const trader = await openPerson(ctx, client)
  await addWallet(trader)
  await addCredits(client, trader)
  return trader
}

async function addWallet(person: Person): Promise<void> {
  await person.call('POST', '/api/accounts/cryptos/', { chain: 'POLYGON' })
  await until('a wallet has its address', async () => {
    const [wallet] = await person.call('GET', '/api/accounts/cryptos/')
    return wallet?.public_address != null
  })
}

/** @returns the id of the payment */
export async function addCredits(client: Client, person: Person): Promise<string> {
  const readCredit = async (): Promise<number> => (await person.call('GET', '/api/accounts/credits/')).credit
  const before = await readCredit()
  const payment: string = await person.call('PUT', '/api/accounts/credits/', { amount: CREDITS_USD })
  await payByCard(client, person, payment)
  await until('credits are there', async () => (await readCredit()) === before + CREDITS_USD)
  return payment
}

async function mint(creator: Person, name: string): Promise<string> {
  const form = new FormData()
  const picture = new Uint8Array(await samplePng(`hsl(${Math.floor(Math.random() * 360)}, 60%, 50%)`))
  form.set('file', new Blob([picture], { type: 'image/png' }), 'work.png')
  const { id: file } = await creator.call('POST', '/api/files/', form)
  await creator.call('POST', `/api/files/${file}/metadata/`, { name, description: 'Made by the drill' })
  const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5, cashback_value: 500 }
  const { id } = await creator.call('POST', '/api/nfts/', body)
  const isMinted = async () => (await creator.call('GET', `/api/nfts/${id}/`)).mint_tx.status === 'SUCCESSED'
  await until(`${name} is minted`, isMinted)
  return id
}

/** Opens the payment as the widget does, and pays on the provider's own page. */
async function payByCard(client: Client, payer: Person, paymentId: string): Promise<void> {
  await payer.call('POST', `/api/payments/${paymentId}/session/`)
  await client.call({ site: 'pay', method: 'POST', path: `/pay/${paymentId}/card`, body: CARD })
}
