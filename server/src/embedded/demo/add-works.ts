import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import { DEMO_WORKS, type DemoWork } from './catalogue.ts'
import { mediaUrl, withPicture } from './unpack-picture.ts'
import { type DemoClient, inParallel, waitUntil } from './demo-client.ts'
import type { DemoMembers } from './add-members.ts'

/** A work of the catalogue and the NFT that was minted for it. */
export type MintedWork = { work: DemoWork; nftId: string }
const MIMES: Record<string, string> = { mp3: 'audio/mpeg', glb: 'model/gltf-binary', webm: 'video/webm' }

/** Uploads, mints and approves the works of the catalogue that are not there yet. */
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
    minted[index] = { work, nftId: existing?.id ?? (await create(ctx, creator, work)) }
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
async function create(ctx: Context, creator: DemoClient, work: DemoWork): Promise<string> {
  const thumbnail = await withPicture(ctx, work.picture, (path) => upload(creator, path, 'image/png'))
  const file = work.media ? await uploadMedia(creator, work.media) : thumbnail
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

function uploadMedia(creator: DemoClient, name: string): Promise<string> {
  return upload(creator, fileURLToPath(mediaUrl(name)), MIMES[name.split('.').at(-1) as string] as string)
}

async function upload(creator: DemoClient, path: string, type: string): Promise<string> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type }), basename(path))
  return (await creator.call('POST', '/api/files/', form)).id
}
