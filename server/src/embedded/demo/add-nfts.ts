import type { Context } from '../../context.ts'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Progress } from '../progress.ts'
import type { DemoMembers } from './add-members.ts'
import { DEMO_NFTS, type DemoNft } from './catalogue.ts'
import { createLimit, type DemoClient } from './demo-client.ts'
import { createTrade } from './trade-nft.ts'
import { watchNfts } from './watch-nfts.ts'
import { uploadMedia, uploadPicture } from './upload-media.ts'

const UPLOADS_AT_ONCE = 4

type Making = { members: DemoMembers; funded: Promise<void>; progress: Progress }

/**
 * Uploads, mints, approves and sells the NFTs of the catalogue, as far as that has not been done. Each goes its own way, so that
 * files are worked on while the chains are waited for.
 * @returns their ids, in the order of the catalogue
 */
export async function addNfts(ctx: Context, { members, funded, progress }: Making): Promise<string[]> {
  const { admin, creators } = members
  const limit = createLimit(UPLOADS_AT_ONCE)
  const until = watchNfts(ctx)
  const trade = createTrade(members, until)
  let minted = 0
  const add = async (nft: DemoNft, index: number): Promise<string> => {
    const creator = creators[nft.creator] as DemoClient
    const chain = isOffered(ctx, nft.chain) ? nft.chain : 'POLYGON'
    const mintNew = () => mint(creator, { ...nft, chain }, { files: limit(() => upload(ctx, creator, nft)), funded })
    const nftId = (await findNft(ctx, creator, nft)) ?? (await mintNew())
    const { approval } = await until(`the mint of ${nft.name}`, nftId, (state) => state.mint_status === 'SUCCESSED')
    if (++minted === DEMO_NFTS.length) progress.step(`${minted} demo NFTs uploaded and minted`)
    if (nft.isApproved && approval !== 'APPROVED')
      await admin.call('PUT /api/admin/nfts/{id}/', { params: { id: nftId }, body: { approved: true } })
    await trade({ nft, nftId, index })
    return nftId
  }
  return Promise.all(DEMO_NFTS.map(add))
}

async function findNft(ctx: Context, creator: DemoClient, nft: DemoNft): Promise<string | undefined> {
  const existing = ctx.db.selectFrom('nfts').select('id').where('created_by', '=', creator.userId)
  return (await existing.where('name', '=', nft.name).executeTakeFirst())?.id
}

type Files = { file: string; thumbnail: string }

/** The first of the four calls (docs/rules.md R63); a picture is its own thumbnail. */
async function upload(ctx: Context, creator: DemoClient, { picture, media }: DemoNft): Promise<Files> {
  const thumbnail = await uploadPicture(ctx, creator, picture)
  return { thumbnail, file: media ? await uploadMedia(creator, media) : thumbnail }
}

/** The other calls, once there are the wallet and the credits that a mint needs. */
async function mint(
  creator: DemoClient,
  nft: DemoNft,
  awaited: { files: Promise<Files>; funded: Promise<void> },
): Promise<string> {
  const [{ file, thumbnail }] = await Promise.all([awaited.files, awaited.funded])
  const { name, description, category, chain, royalty } = nft
  await creator.call('POST /api/files/{id}/metadata/', { params: { id: file }, body: { name, description } })
  const body = { category, chain, file, thumbnail, royalty, cashback_value: royalty * 100 }
  return (await creator.call('POST /api/nfts/', { body })).id
}
