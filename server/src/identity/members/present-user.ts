import type { AdminUser, Me, User, UserCounts, UserForViewer } from '@verso/protocol/users'
import type { Urls } from '../../http/urls.ts'
import { variantUrl } from '../../media/files/file-urls.ts'
import { maskPhone } from '../codes/parse-phone.ts'
import type { PublicUser, UserRow, UserWithPictures } from './queries.ts'

/** A member's step in registration (docs/rules.md R43). */
export const regStatusOf = (row: Pick<UserRow, 'phone_verified_at'>): 'VERIFIED' | 'PENDING_MOBILE' =>
  row.phone_verified_at ? 'VERIFIED' : 'PENDING_MOBILE'

const presentPictures = (row: PublicUser, urls: Urls) => ({
  avatar: row.avatar?.id ?? null,
  avatar_url: row.avatar && variantUrl(urls, row.avatar, 'avatar_large'),
  header_image: row.headerImage?.id ?? null,
  header_image_url: row.headerImage && variantUrl(urls, row.headerImage, 'page'),
})

/** The public profile of a member: no e-mail, phone, flags or last name (docs/rules.md R37). */
export const presentUser = (row: PublicUser, options: { urls: Urls; isFollowing?: boolean }): User => ({
  id: row.id,
  first_name: row.first_name,
  last_name: null,
  display_name: row.display_name,
  bio: row.bio,
  ...presentPictures(row, options.urls),
  occupation: row.occupation,
  created_at: row.created_at.toISOString(),
  ...(options.isFollowing !== undefined && { is_following: options.isFollowing }),
})

/** A profile as this viewer may see it: one's own and for admins with the last name, for admins with the flags. */
export const presentUserFor = (
  row: UserWithPictures,
  options: { urls: Urls; isFollowing?: boolean; isOwn: boolean; isAdmin: boolean; counts: UserCounts },
): UserForViewer => ({
  ...presentUser(row, options),
  counts: options.counts,
  ...((options.isOwn || options.isAdmin) && { last_name: row.last_name }),
  ...(options.isAdmin && {
    email: row.email,
    subscription: row.subscription,
    is_admin: row.is_admin,
    status: row.status,
    reg_status: regStatusOf(row),
  }),
})

export const presentMe = (
  row: UserWithPictures,
  { urls, otherFactors }: { urls: Urls; otherFactors: Me['other_factors'] },
): Me => ({
  other_factors: otherFactors,
  id: row.id,
  email: row.email,
  reg_status: regStatusOf(row),
  first_name: row.first_name,
  last_name: row.last_name,
  display_name: row.display_name,
  bio: row.bio,
  ...presentPictures(row, urls),
  occupation: row.occupation,
  // As in the access rules: a suspended admin has no admin rights.
  is_admin: row.is_admin && row.status === 'ACTIVE',
  is_suspended: row.status === 'SUSPENDED',
  subscription: row.subscription,
  phone: row.phone && maskPhone(row.phone),
})

export const presentAdminUser = (row: UserRow): AdminUser => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  display_name: row.display_name,
  occupation: row.occupation,
  subscription: row.subscription,
  is_admin: row.is_admin,
  status: row.status,
  reg_status: regStatusOf(row),
  created_at: row.created_at.toISOString(),
})
