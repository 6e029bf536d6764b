export type Work = { id: string; name: string; created_by: string }
type Listed = Work & { chain: string; media_type: string; latest_listing: { status: string } | null }

/** A picture for sale on Polygon. */
export async function pickWork(url: string): Promise<Work> {
  const answer = await fetch(`${url}/api/nfts/?approved=true&listed=true&limit=40`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const work = data.find(
    (nft) => nft.chain === 'POLYGON' && nft.media_type === 'image' && nft.latest_listing?.status === 'ACTIVE',
  )
  if (!work) throw new Error('no picture is for sale on Polygon')
  return work
}
