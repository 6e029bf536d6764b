import { z } from 'zod'
import { blockBytesBody, moderationBody } from '../../operations/admin.ts'
import type { EndpointTable } from '../../endpoint.ts'
import { dataOf, idParams, listOf, pageQuery } from '../../envelope.ts'
import { moderatedNft, moderatedNftsQuery, moderationItem } from '../../nfts/moderation.ts'
import { nft } from '../../nfts.ts'

const tag = 'moderation'

export const moderationEndpoints = {
  'GET /api/admin/moderation/': {
    access: 'admin',
    tag,
    summary: 'NFTs that wait for a moderator, oldest first',
    query: pageQuery,
    answer: listOf(moderationItem),
  },
  'GET /api/admin/nfts/': {
    access: 'admin',
    tag,
    summary: 'Any NFT, to take it down, restore it or approve it after all',
    query: moderatedNftsQuery,
    answer: listOf(moderatedNft),
  },
  'PUT /api/admin/nfts/{id}/': {
    access: 'admin',
    tag,
    summary: 'Approve, refuse, take down or restore an NFT',
    params: idParams,
    body: moderationBody,
    answer: dataOf(nft),
  },
  'PUT /api/admin/nfts/{id}/bytes/': {
    access: 'admin',
    tag,
    summary: 'Block the bytes of an NFT everywhere, and take down every NFT made of them, or unblock them',
    params: idParams,
    body: blockBytesBody,
    answer: dataOf(z.object({ blocked: z.boolean(), taken_down: z.number().int() })),
  },
} as const satisfies EndpointTable
