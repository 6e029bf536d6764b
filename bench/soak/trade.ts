import { setTimeout as sleep } from 'node:timers/promises'
import { timed } from '../measurement.ts'
import { type SoakingMember, think } from './soaking-member.ts'

const LOOKS_MS = [6_000, 12_000] as const
const POLL_MS = 250
const SOLD_MS = 60_000
const PRICE_USD = 25

export type ForSale = { nftId: string; seller: string }
export type Trading = {
  /** NFTs that no other member is about to buy. */
  shop: ForSale[]
  isOver(): boolean
  bought(reservedMs: number): void
  failed(error: unknown): void
}

export async function list(member: SoakingMember, nftId: string): Promise<ForSale> {
  await member.call('PUT', `/api/nfts/${nftId}/`, { listing: true, price: PRICE_USD })
  return { nftId, seller: member.id }
}

/** Buys one NFT after the other by card, and lists each anew when it has become theirs. */
export async function trade(member: SoakingMember, { shop, isOver, bought, failed }: Trading): Promise<void> {
  await think([0, LOOKS_MS[1]])
  while (!isOver()) {
    const place = shop.findIndex(({ seller }) => seller !== member.id)
    const [next] = place < 0 ? [] : shop.splice(place, 1)
    try {
      if (next) {
        bought(await buy(member, next.nftId))
        shop.push(await list(member, next.nftId))
      }
    } catch (error) {
      failed(error)
    }
    await think(LOOKS_MS)
  }
}

/** @returns how long the buyer waited for the payment's id */
async function buy(member: SoakingMember, nftId: string): Promise<number> {
  const path = `/api/nfts/${nftId}/`
  const { result, elapsedMs } = await timed(() =>
    member.call<{ payment_id: string }>('PUT', path, { purchasing: true, buyer: member.id }),
  )
  await member.call('POST', `/api/dev/payments/${result.payment_id}/`, { outcome: 'success' })
  const deadline = performance.now() + SOLD_MS
  while ((await member.call<{ owned_by: string }>('GET', path)).owned_by !== member.id) {
    if (performance.now() > deadline) throw new Error(`${nftId} was paid, and not sold within ${SOLD_MS / 1000} s`)
    await sleep(POLL_MS)
  }
  return elapsedMs
}
