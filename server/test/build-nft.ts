import type { Chain } from '@verso/protocol/chains'
import { splitPrice } from '@verso/protocol/money'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import sharp from 'sharp'
import { findTokenId } from '../src/custody/chains/find-token-id.ts'
import type { Context } from '../src/context.ts'
import type { NftsTable } from '../src/db/types.gen.ts'
import { hashMetadata } from '../src/media/pinning/compute-cid.ts'
import { computeFileCid } from '../src/media/pinning/compute-file-cid.ts'
import { FILE_TYPES, type FileEnding, storageKey } from '../src/gateways/storage/file-types.ts'
import type { FileRow } from '../src/media/files/queries.ts'
import { type ListingRow, writeListedPrice } from '../src/catalogue/listings/move-listing.ts'
import { buildMember } from './build-member.ts'

type T = { ctx: Context }

/** A small real picture. */
export const samplePng = (color = 'tomato', width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
export const sampleJpeg = (color = 'teal', width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

let count = 0

/** A file as an upload would have left it: stored, hashed, named, its variants made (there are none). */
export async function buildFile(
  t: T,
  options: { ownerId: string; bytes?: Buffer; ending?: FileEnding; name?: string | null; description?: string | null },
): Promise<FileRow> {
  const { ctx } = t
  count += 1
  const bytes = options.bytes ?? (await samplePng(`rgb(${count % 256}, ${(count >> 8) % 256}, 90)`))
  const ending = options.ending ?? 'png'
  const { mime, mediaType } = FILE_TYPES[ending]
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = storageKey(sha256, ending)
  await ctx.storage.put(key, bytes, { mime })
  const now = ctx.clock.now()
  const row: FileRow = {
    id: ctx.random.id(),
    owner_id: options.ownerId,
    sha256,
    storage_key: key,
    mime,
    media_type: mediaType,
    size_bytes: bytes.length,
    original_name: `sample.${ending}`,
    width: null,
    height: null,
    duration_ms: null,
    name: options.name === undefined ? `Work ${count}` : options.name,
    description: options.description === undefined ? `The work with number ${count}` : options.description,
    bio: null,
    alt_text: null,
    cid: await computeFileCid(
      (async function* () {
        yield bytes
      })(),
    ),
    processed_at: now,
    copy_attempts: 0,
    copying_until: null,
    unused_since: null,
    created_at: now,
  }
  await ctx.db.insertInto('files').values(row).execute()
  return row
}

export type NftOptions = {
  /** The creator, and the owner unless `owner` says otherwise; made when left out. */
  creator?: { id: string }
  owner?: { id: string }
  chain?: Chain
  category?: number
  name?: string
  description?: string
  royaltyBps?: number
  /** false: the mint is PENDING; 'FAILED'. */
  minted?: boolean | 'FAILED'
  approved?: boolean
  isTakenDown?: boolean
}
export type Nft = Selectable<NftsTable>

/** An NFT straight in the database; nothing happens on chain. */
export async function buildNft(t: T, options: NftOptions = {}): Promise<Nft> {
  const { ctx } = t
  const creator = options.creator ?? options.owner ?? (await buildMember(t))
  const file = await buildFile(t, { ownerId: creator.id })
  const now = ctx.clock.now()
  const id = ctx.random.id()
  const metadata = Buffer.from(JSON.stringify({ name: options.name ?? file.name, platform_nft_id: id }))
  const { cid, tokenId: number } = hashMetadata(metadata)
  const tokenId = await findTokenId(ctx, options.chain ?? 'POLYGON', { number, metadata })
  const minted = options.minted ?? true
  return ctx.db
    .insertInto('nfts')
    .values({
      id,
      chain: options.chain ?? 'POLYGON',
      category_id: options.category ?? 1,
      file_id: file.id,
      thumbnail_file_id: file.id,
      name: options.name ?? file.name ?? '',
      description: options.description ?? file.description ?? '',
      royalty_bps: options.royaltyBps ?? 500,
      created_by: creator.id,
      owned_by: (options.owner ?? creator).id,
      approval: options.approved === false ? 'PENDING' : 'APPROVED',
      taken_down_at: options.isTakenDown ? now : null,
      mint_status: minted === 'FAILED' ? 'FAILED' : minted ? 'SUCCESSED' : 'PENDING',
      mint_error: minted === 'FAILED' ? 'the mint was refused' : null,
      mint_tx_hash: minted === true ? `0x${createHash('sha256').update(id).digest('hex')}` : null,
      metadata,
      metadata_cid: cid,
      token_id: tokenId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ListingOptions = {
  nft: { id: string; owned_by: string | null; created_by: string; royalty_bps: number }
  priceCents?: number
  status?: ListingStatus
  buyer?: { id: string }
  seller?: { id: string }
  expiresAt?: Date
  feeBps?: number
}

/** A listing straight in the database, with the NFT's sort price beside it. */
export async function buildListing(t: T, options: ListingOptions): Promise<ListingRow> {
  const { ctx } = t
  const { nft, priceCents = 2_500, feeBps = 250, status = 'ACTIVE' } = options
  const sellerId = options.seller?.id ?? nft.owned_by ?? nft.created_by
  const royaltyBps = sellerId === nft.created_by ? 0 : nft.royalty_bps
  const { feeCents, royaltyCents } = splitPrice(priceCents, feeBps, royaltyBps)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const listing = await tx
      .insertInto('listings')
      .values({
        id: ctx.random.id(),
        nft_id: nft.id,
        seller_id: sellerId,
        buyer_id: options.buyer?.id ?? null,
        price_cents: priceCents,
        fee_bps: feeBps,
        royalty_bps: royaltyBps,
        fee_cents: feeCents,
        royalty_cents: royaltyCents,
        status,
        expires_at: options.expiresAt ?? null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeListedPrice(tx, listing, now)
    return listing
  })
}

export type UploadFile = { bytes: Buffer; name?: string; type?: string; field?: string }

/** A multipart body for `POST /api/files/`, for `app.inject`. */
export function multipartBody(file: UploadFile): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'verso-test-boundary'
  const { field = 'file', name = 'sample.png', type = 'application/octet-stream' } = file
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
