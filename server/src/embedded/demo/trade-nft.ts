import type { DemoMembers } from './add-members.ts'
import type { DemoNft } from './catalogue.ts'
import { createLimit, type DemoClient, type Limit } from './demo-client.ts'
import type { Until } from './watch.ts'
import type { NftState } from './watch-nfts.ts'

/** An NFT of the catalogue, its place there, and the id under which it was minted. */
type Minted = { nft: DemoNft; index: number; nftId: string }
type Sale = Minted & { priceCents: number; state: NftState }

/** Sells an NFT as often as the catalogue says, for real, then lists it at its price of today. */
export function createTrade(
  { creators, collectors }: DemoMembers,
  until: Until<NftState>,
): (item: Minted) => Promise<void> {
  const people = [...collectors, ...creators]
  const find = (userId: string | null) => people.find((person) => person.userId === userId) as DemoClient
  // A member holds at most three reservations at a time.
  const limitOf = new Map<DemoClient, Limit>(people.map((person) => [person, createLimit(1)]))

  const sell = async ({ nft, index, nftId, priceCents, state }: Sale): Promise<void> => {
    const owner = find(state.owned_by)
    const buyer = chooseBuyer({ owner, index: index + state.sales, state })
    const isPaid = ({ sales, open_listing }: NftState) => sales > state.sales || open_listing?.status === 'PAID'
    await limitOf.get(buyer)?.(async () => {
      if (!state.open_listing) await list(owner, nftId, priceCents)
      const body = { buyer: buyer.userId, purchasing: true }
      const started = await buyer.call('PUT /api/nfts/{id}/', { params: { id: nftId }, body })
      if (!('payment_id' in started)) throw new Error(`No payment of ${nft.name} was started`)
      const params = { payment_id: started.payment_id }
      await buyer.call('POST /api/dev/payments/{payment_id}/', { params, body: { outcome: 'success' } })
      await until(`the payment of ${nft.name}`, nftId, isPaid)
    })
  }
  /** Buyers take turns, and never buy their own NFT; a buyer who has it reserved since a start that was cut short gets the same payment again. */
  const chooseBuyer = ({ owner, index, state }: { owner: DemoClient; index: number; state: NftState }): DemoClient => {
    const [first, second] = [people[index % people.length], people[(index + 1) % people.length]]
    const reservedBy = state.open_listing?.buyer_id
    return reservedBy ? find(reservedBy) : ((first === owner ? second : first) as DemoClient)
  }

  return async (item) => {
    const { nft, nftId } = item
    let state = await until(`the mint of ${nft.name}`, nftId, () => true)
    for (const [round, priceCents] of nft.sales.entries()) {
      if (state.sales > round) continue
      if (state.open_listing?.status !== 'PAID') await sell({ ...item, priceCents, state })
      state = await until(`sale ${round + 1} of ${nft.name}`, nftId, ({ sales }) => sales > round)
    }
    if (nft.priceCents !== null && nft.isApproved && !state.open_listing)
      await list(find(state.owned_by), nftId, nft.priceCents)
  }
}

const list = (owner: DemoClient, nftId: string, priceCents: number) =>
  owner.call('PUT /api/nfts/{id}/', { params: { id: nftId }, body: { price: priceCents / 100, listing: true } })
