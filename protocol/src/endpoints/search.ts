import type { EndpointTable } from '../endpoint.ts'
import { dataOf } from '../envelope.ts'
import { searchQuery, searchResults } from '../search.ts'

export const searchEndpoints = {
  'GET /api/search/': {
    access: 'visitor',
    tag: 'search',
    summary: 'NFTs, members and categories by name, with typos forgiven',
    query: searchQuery,
    answer: dataOf(searchResults),
  },
} as const satisfies EndpointTable
