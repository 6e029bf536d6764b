export type Work = { id: string; name: string; created_by: string }
type Listed = Work & { chain: string; media_type: string; latest_listing: { status: string } | null }

/** A picture for sale on Polygon; another one for each number, so that engines at work side by side are in no one's way. */
export async function pickWork(url: string, number: number): Promise<Work> {
  const answer = await fetch(`${url}/api/nfts/?approved=true&listed=true&limit=40`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const works = data.filter(
    (nft) => nft.chain === 'POLYGON' && nft.media_type === 'image' && nft.latest_listing?.status === 'ACTIVE',
  )
  const work = works[number]
  if (!work) throw new Error(`only ${works.length} works are for sale`)
  return work
}
