export type PickedNft = { id: string; name: string; created_by: string }
type Listed = PickedNft & { chain: string; media_type: string; latest_listing: { status: string } | null }

/** A picture for sale on Polygon. */
export async function pickNft(url: string): Promise<PickedNft> {
  const answer = await fetch(`${url}/api/nfts/?approved=true&listed=true&limit=40`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const found = data.find(
    (nft) => nft.chain === 'POLYGON' && nft.media_type === 'image' && nft.latest_listing?.status === 'ACTIVE',
  )
  if (!found) throw new Error('no picture is for sale on Polygon')
  return found
}
