import { type Chain, chainName } from '@verso/protocol/chains'
import { isOffered, connectionOf } from '../../gateways/chain/chain-access.ts'
import { THUMBNAIL_TYPES } from '@verso/protocol/limits'
import type { createNftBody } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import type { z } from 'zod'
import { enqueueIntent } from '../../custody/intents/enqueue-intent.ts'
import { findTokenId } from '../../custody/chains/find-token-id.ts'
import { assertOperatorFunded } from '../../custody/chains/operator-funds.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError, type FieldErrors, invalidField } from '../../http/app-error.ts'
import { hashMetadata } from '../../media/pinning/compute-cid.ts'
import { holdCredit } from '../../ledger/credit-holds.ts'
import { keepPinned } from '../../media/pinning/keep-pinned.ts'
import { type FileRow, findFile } from '../../media/files/queries.ts'
import { requireWallet } from '../../custody/wallets/require-wallet.ts'
import { markUsed } from '../../media/uploads/unused-files.ts'
import { assertUsable } from '../../media/files/blocked-bytes.ts'
import { listNft } from '../listings/list-nft.ts'
import { assertCreatingOpen } from './assert-creating-open.ts'
import { buildMetadata } from './build-metadata.ts'

type Input = z.output<typeof createNftBody> & { memberId: string }

/**
 * Makes an NFT of two own files: the row with its final metadata and token id, the held 0.20 USD and the mint intent, all
 * or nothing (docs/rules.md R66); with a price also its listing. The token itself follows when the chain shows it.
 * @throws AppError with the fields' messages, or one of the blocker texts (docs/rules.md R66)
 */
export async function createNft(ctx: Context, tx: Tx, input: Input): Promise<{ nftId: string }> {
  await assertCreatingOpen(ctx, tx)
  const { chain } = input
  if (!isOffered(ctx, chain)) throw invalidField('chain', `${chainName(chain)} is not available yet`)
  const category = await tx.selectFrom('categories').selectAll().where('id', '=', input.category).executeTakeFirst()
  if (!category) throw invalidField('category', 'Unknown category')
  const { file, thumbnail } = await getOwnFiles(ctx, tx, input)
  await assertUsable(tx, { file: file.sha256, thumbnail: thumbnail.sha256 })
  await assertOperatorFunded(tx, chain)
  await requireWallet(tx, input.memberId, chain)

  const nftId = ctx.random.id()
  const royaltyBps = Math.round(input.royalty * 100)
  await holdCredit(ctx, tx, { userId: input.memberId, purpose: 'MINT', causeId: nftId })
  const { chainId, contract } = connectionOf(ctx, chain)
  const publicUrl = ctx.config.urls.public
  const pageUrl = publicUrl && publicUrl + addressOf('nft', { nftId })
  const metadata = buildMetadata({
    nftId,
    chain,
    chainId,
    contract,
    category: category.name,
    royaltyBps,
    file,
    thumbnail,
    pageUrl,
  })
  const { cid, tokenId: number } = hashMetadata(metadata)
  const tokenId = await findTokenId(ctx, chain, { number, metadata })
  const now = ctx.clock.now()
  await tx
    .insertInto('nfts')
    .values({
      id: nftId,
      chain,
      category_id: category.id,
      file_id: file.id,
      thumbnail_file_id: thumbnail.id,
      name: file.name ?? '',
      description: file.description ?? '',
      bio: file.bio,
      alt_text: file.alt_text ?? `${file.name}, ${file.media_type}`,
      royalty_bps: royaltyBps,
      created_by: input.memberId,
      owned_by: input.memberId,
      metadata,
      metadata_cid: cid,
      token_id: tokenId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await keepPinned(ctx, tx, [file.cid, thumbnail.cid, cid])
  await enqueueMint(ctx, tx, { nftId, chain, memberId: input.memberId, tokenId, royaltyBps, attempt: 1 })
  if (input.price != null) await listWhenMinted(ctx, tx, { nftId, memberId: input.memberId, priceCents: input.price })
  return { nftId }
}

/** The listing waits for the mint, whose end opens or closes it (docs/rules.md R73). */
const listWhenMinted = (
  ctx: Context,
  tx: Tx,
  { nftId, memberId, priceCents }: { nftId: string; memberId: string; priceCents: number },
) => listNft(ctx, tx, { nftId, sellerId: memberId, priceCents, expiresAt: null })

type Mint = { nftId: string; chain: Chain; memberId: string; tokenId: string; royaltyBps: number; attempt: number }

/** Asks the chain for the token. The contract refuses the same token twice, so a second attempt can do no harm. */
export async function enqueueMint(ctx: Context, tx: Tx, mint: Mint): Promise<void> {
  const { nftId, chain, memberId, tokenId, royaltyBps, attempt } = mint
  const { creator_number } = await tx
    .selectFrom('users')
    .select('creator_number')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const businessKey = attempt === 1 ? `mint:${nftId}` : `mint:${nftId}:${attempt}`
  const payload = { tokenId, creatorNumber: creator_number, royaltyBps }
  await enqueueIntent(ctx, tx, { chain, kind: 'MINT', businessKey, nftId, userId: memberId, payload })
}

/** Both files must be the member's own; the artwork must be named, the thumbnail small (docs/rules.md R62). */
async function getOwnFiles(ctx: Context, tx: Tx, input: Input): Promise<{ file: FileRow; thumbnail: FileRow }> {
  await markUsed(tx, [input.file, input.thumbnail])
  const [file, thumbnail] = [await findFile(tx, input.file), await findFile(tx, input.thumbnail)]
  if (!file || file.owner_id !== input.memberId) throw invalidField('file', 'File not found')
  if (!thumbnail || thumbnail.owner_id !== input.memberId) throw invalidField('thumbnail', 'File not found')
  if (!(THUMBNAIL_TYPES as readonly string[]).includes(thumbnail.mime))
    throw invalidField('thumbnail', 'The thumbnail must be a png or jpeg image')
  const maxBytes = ctx.config.uploads.thumbnailMaxBytes
  if (thumbnail.size_bytes > maxBytes)
    throw invalidField('thumbnail', `The thumbnail can be at most ${Math.floor(maxBytes / 1024 ** 2)} MB`)
  const missing: FieldErrors = {
    ...(!file.name && { name: ['Required'] }),
    ...(!file.description && { description: ['Required'] }),
  }
  if (Object.keys(missing).length > 0) throw new AppError('invalid', { fields: missing })
  return { file, thumbnail }
}
