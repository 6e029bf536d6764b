import type { Context } from '../../context.ts'
import { DEMO_NFTS, type DemoNft } from './catalogue.ts'
import { uploadMedia, uploadPicture } from './upload-media.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'
import type { DemoMembers } from './add-members.ts'

/** An NFT of the catalogue, and the id under which it was minted. */
export type MintedNft = { nft: DemoNft; nftId: string }

/** Uploads, mints and approves the NFTs of the catalogue that are not there yet. */
export async function addNfts(ctx: Context, members: DemoMembers): Promise<MintedNft[]> {
  const minted: MintedNft[] = []
  await inParallel([...DEMO_NFTS.keys()], 4, async (index) => {
    const nft = DEMO_NFTS[index] as DemoNft
    const creator = members.creators[nft.creator] as DemoClient
    const existing = await ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('created_by', '=', creator.userId)
      .where('name', '=', nft.name)
      .executeTakeFirst()
    minted[index] = { nft, nftId: existing?.id ?? (await create(ctx, creator, nft)) }
  })
  const ids = minted.map((item) => item.nftId)
  await waitUntil('minting', async () => {
    const pending = await ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('id', 'in', ids)
      .where('mint_status', '<>', 'SUCCESSED')
      .execute()
    return pending.length === 0
  })
  for (const { nftId } of minted.filter((item) => item.nft.isApproved)) {
    await members.admin.call('PUT', `/api/admin/nfts/${nftId}/`, { approved: true })
  }
  return minted
}

/** The four calls in their order (docs/rules.md R63); a picture is its own thumbnail. */
async function create(ctx: Context, creator: DemoClient, nft: DemoNft): Promise<string> {
  const thumbnail = await uploadPicture(ctx, creator, nft.picture)
  const file = nft.media ? await uploadMedia(creator, nft.media) : thumbnail
  await creator.call('POST', `/api/files/${file}/metadata/`, { name: nft.name, description: nft.description })
  const body = {
    category: nft.category,
    chain: nft.chain,
    file,
    thumbnail,
    royalty: nft.royalty,
    cashback_value: nft.royalty * 100,
  }
  return (await creator.call('POST', '/api/nfts/', body)).id
}
