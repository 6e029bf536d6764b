import type { EndpointTable } from '../../endpoint.ts'
import { dataOf, listOf } from '../../envelope.ts'
import { settledToken, unknownToken, unknownTokenBody, unknownTokenParams } from '../../operations/unknown-tokens.ts'

const tag = 'admin'

export const unknownTokenEndpoints = {
  'GET /api/admin/unknown-tokens/': {
    access: 'admin',
    tag,
    summary:
      'Tokens of the collection that no NFT has and nobody has settled: the 100 that wait longest, and how many there are',
    answer: listOf(unknownToken),
  },
  'PUT /api/admin/unknown-tokens/{chain}/{token_id}/': {
    access: 'admin-step-up',
    tag,
    summary: 'Settle a token that no NFT has, with the reason',
    params: unknownTokenParams,
    body: unknownTokenBody,
    answer: dataOf(settledToken),
  },
} as const satisfies EndpointTable
