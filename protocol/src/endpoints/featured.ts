import type { EndpointTable } from '../endpoint.ts'
import { dataOf } from '../envelope.ts'
import { chosenFeatured, featured, featuredBody } from '../nfts/featured.ts'

/** The front of a visitor's Explore, and the operator's choice for it. */
export const featuredEndpoints = {
  'GET /api/featured/': {
    access: 'visitor',
    tag: 'nfts',
    summary: 'NFTs and members in front: chosen by the operator, else the newest with sales',
    answer: dataOf(featured),
  },
  'GET /api/admin/featured/': {
    access: 'admin',
    tag: 'admin',
    summary: 'What the operator has chosen for the front, with what is not shown now',
    answer: dataOf(chosenFeatured),
  },
  'PUT /api/admin/featured/': {
    access: 'admin',
    tag: 'admin',
    summary: 'Choose NFTs and members for the front; none of a kind: the newest with sales',
    body: featuredBody,
    answer: dataOf(chosenFeatured),
  },
} as const satisfies EndpointTable
