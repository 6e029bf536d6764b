import { openAsBlob } from 'node:fs'
import { withArtwork } from './art/draw-artwork.ts'
import type { Context } from '../../context.ts'
import { DEMO_WORKS, type DemoWork } from './catalogue.ts'
import { makeMedia } from './media/make-media.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'
import type { DemoMembers } from './add-members.ts'

/** A work of the catalogue and the NFT that was minted for it. */
export type MintedWork = { work: DemoWork; nftId: string }
const FIRST_SEED = 1001
const SEED_STEP = 77

/** Draws, uploads, mints and approves the works of the catalogue that are not there yet. */
export async function addWorks(ctx: Context, members: DemoMembers): Promise<MintedWork[]> {
  const minted: MintedWork[] = []
  await inParallel([...DEMO_WORKS.keys()], 4, async (index) => {
    const work = DEMO_WORKS[index] as DemoWork
    const creator = members.creators[work.creator] as DemoClient
    const existing = await ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('created_by', '=', creator.userId)
      .where('name', '=', work.name)
      .executeTakeFirst()
    minted[index] = { work, nftId: existing?.id ?? (await create(ctx, creator, work, FIRST_SEED + index * SEED_STEP)) }
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
  for (const { nftId } of minted.filter((item) => item.work.isApproved)) {
    await members.admin.call('PUT', `/api/admin/nfts/${nftId}/`, { approved: true })
  }
  return minted
}

/** The four calls in their order (docs/rules.md R63); a picture is its own thumbnail. */
async function create(ctx: Context, creator: DemoClient, work: DemoWork, seed: number): Promise<string> {
  const thumbnail = await withArtwork(ctx, { style: work.style, palette: work.palette, seed }, async (path) =>
    upload(creator, { bytes: await openAsBlob(path), name: `${work.name}.png`, mime: 'image/png' }),
  )
  const file = work.media ? await upload(creator, await makeMedia(work.media, work.palette)) : thumbnail
  await creator.call('POST', `/api/files/${file}/metadata/`, { name: work.name, description: work.description })
  const body = {
    category: work.category,
    chain: work.chain,
    file,
    thumbnail,
    royalty: work.royalty,
    cashback_value: work.royalty * 100,
  }
  return (await creator.call('POST', '/api/nfts/', body)).id
}

async function upload(
  creator: DemoClient,
  { bytes, name, mime }: { bytes: Buffer | Blob; name: string; mime: string },
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([bytes instanceof Blob ? bytes : new Uint8Array(bytes)], name, { type: mime }))
  return (await creator.call('POST', '/api/files/', form)).id
}
