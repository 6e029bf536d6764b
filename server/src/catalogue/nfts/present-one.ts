import type { Nft } from '@verso/protocol/nfts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from './present-nft.ts'
import { getNftDetails } from './queries.ts'

/** The answer with one NFT as its viewer sees it, with all its listings. */
export async function presentOne(
  ctx: Context,
  request: FastifyRequest,
  db: Db | Tx,
  nftId: string,
): Promise<{ data: Nft }> {
  const details = await getNftDetails(db, nftId, request.viewer)
  return { data: presentNft(ctx, details, { urls: urlsFor(ctx), viewerId: request.viewer?.userId ?? null }) }
}
