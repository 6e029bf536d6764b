import { z } from 'zod'
import { EVM_CHAINS } from '../chains.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf } from '../envelope.ts'
import { activityLogEntry, listing } from '../nfts/listings.ts'
import {
  contractAnswer,
  createNftBody,
  nft,
  nftListQuery,
  purchaseStarted,
  readTokenBody,
  reportBody,
  solanaToken,
  updateNftBody,
} from '../nfts.ts'
import { searchQuery, searchResults } from '../nfts/search.ts'
import { withdrawal, withdrawBody } from '../nfts/withdrawals.ts'

const tag = 'nfts'

/** The catalogue: finding, creating, listing, buying, withdrawing and reporting NFTs. */
export const nftEndpoints = {
  'GET /api/nfts/': {
    access: 'visitor',
    tag,
    summary: 'The catalogue, one page at a time',
    query: nftListQuery,
    answer: listOf(nft),
  },
  'GET /api/search/': {
    access: 'visitor',
    tag: 'search',
    summary: 'NFTs, members and categories by name, with typos forgiven',
    query: searchQuery,
    answer: dataOf(searchResults),
  },
  'GET /api/nfts/{id}/': {
    access: 'visitor',
    tag,
    summary: 'One NFT with all its listings',
    params: idParams,
    answer: dataOf(nft),
  },
  'POST /api/nfts/': {
    access: 'trader',
    tag,
    summary: 'Create an NFT of two own files and mint it',
    body: createNftBody,
    answer: dataOf(nft),
  },
  'PUT /api/nfts/{id}/': {
    access: 'trader',
    tag,
    summary: 'List, unlist or buy',
    params: idParams,
    body: updateNftBody,
    answer: z.union([dataOf(purchaseStarted), dataOf(nft)]),
  },
  'POST /api/nfts/{id}/retry/': {
    access: 'trader',
    tag,
    summary: 'Try a failed mint again',
    params: idParams,
    answer: dataOf(nft),
  },
  'POST /api/nfts/{id}/withdraw/': {
    access: 'step-up',
    tag,
    summary: 'Send the token to an outside address',
    params: idParams,
    body: withdrawBody,
    answer: dataOf(withdrawal),
    status: 201,
  },
  'GET /api/nfts/{id}/withdraw/': {
    access: 'member',
    tag,
    summary: 'My latest withdrawal of it, or null',
    params: idParams,
    answer: dataOf(withdrawal.nullable()),
  },
  'POST /api/nfts/{id}/reports/': {
    access: 'member',
    tag: 'moderation',
    summary: 'Report an NFT to the moderators',
    params: idParams,
    body: reportBody,
    answer: dataOf(z.object({ id: z.string() })),
  },
  'GET /api/nfts/{id}/listings/': {
    access: 'visitor',
    tag: 'listings',
    summary: 'All listings of an NFT, newest first',
    params: idParams,
    answer: listOf(listing),
  },
  'GET /api/nfts/{id}/activity-logs/': {
    access: 'visitor',
    tag: 'listings',
    summary: 'What happened to an NFT, newest first',
    params: idParams,
    answer: listOf(activityLogEntry),
  },
  'POST /api/chains/{chain}/call/': {
    access: 'visitor',
    tag,
    summary: 'Ask the contract about one token',
    description: 'The data of an eth_call of `tokenURI` or `ownerOf`; the result is null when the contract refuses.',
    params: z.object({ chain: z.enum(EVM_CHAINS) }),
    body: readTokenBody,
    answer: dataOf(contractAnswer),
  },
  'GET /api/chains/SOL/tokens/{token_id}/': {
    access: 'visitor',
    tag,
    summary: 'The accounts of one token on Solana',
    description:
      'As the node tells them: the mint, the account that should hold it for the owner that we name, the collection.',
    params: z.object({ token_id: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Invalid value') }),
    answer: dataOf(solanaToken),
  },
} as const satisfies EndpointTable
