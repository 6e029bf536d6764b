import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf, pageQuery } from '../envelope.ts'
import { nft } from '../nfts.ts'
import { user } from '../users.ts'

const tag = 'social'
const bookmarks = dataOf(z.object({ is_favourite: z.boolean().optional(), is_wishlisted: z.boolean().optional() }))
const following = dataOf(z.object({ is_following: z.boolean() }))

/** Favourites, the wishlist and whom one follows. */
export const socialEndpoints = {
  'PUT /api/nfts/{id}/favourite/': {
    access: 'member',
    tag,
    summary: 'Put on the favourites list',
    params: idParams,
    answer: bookmarks,
  },
  'DELETE /api/nfts/{id}/favourite/': {
    access: 'member',
    tag,
    summary: 'Take off the favourites list',
    params: idParams,
    answer: bookmarks,
  },
  'PUT /api/nfts/{id}/wishlist/': {
    access: 'member',
    tag,
    summary: 'Put on the wishlist list',
    params: idParams,
    answer: bookmarks,
  },
  'DELETE /api/nfts/{id}/wishlist/': {
    access: 'member',
    tag,
    summary: 'Take off the wishlist list',
    params: idParams,
    answer: bookmarks,
  },
  'GET /api/users/me/favourites/': {
    access: 'member',
    tag,
    summary: "The viewer's own favourites",
    query: pageQuery,
    answer: listOf(nft),
  },
  'GET /api/users/me/wishlist/': {
    access: 'member',
    tag,
    summary: "The viewer's own wishlist",
    query: pageQuery,
    answer: listOf(nft),
  },
  'GET /api/users/me/following/': {
    access: 'member',
    tag: 'users',
    summary: 'Profiles I follow',
    answer: listOf(user),
  },
  'PUT /api/users/{id}/follow/': {
    access: 'member',
    tag: 'users',
    summary: 'Follow a profile',
    params: idParams,
    answer: following,
  },
  'DELETE /api/users/{id}/follow/': {
    access: 'member',
    tag: 'users',
    summary: 'Stop following a profile',
    params: idParams,
    answer: following,
  },
} as const satisfies EndpointTable
