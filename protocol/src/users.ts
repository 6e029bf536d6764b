import { z } from 'zod'
import { email, password } from './auth.ts'
import { id } from './envelope.ts'
import { plainName, requiredName } from './users/plain-name.ts'
import {
  BIO_MAX_LENGTH,
  BIO_MIN_LENGTH,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  NAME_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from './limits.ts'

export const SUBSCRIPTIONS = { 1: 'Free', 2: 'Basic', 3: 'Premium' } as const
export const OTHER_FACTORS = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const
export const REG_STATUSES = ['PENDING_MOBILE', 'VERIFIED'] as const

const name = plainName(NAME_MAX_LENGTH)
const bio = z
  .string()
  .trim()
  .refine((value) => [...value].length <= BIO_MAX_LENGTH, `At most ${BIO_MAX_LENGTH} characters`)
  .refine(
    // Counted as PostgreSQL counts them: an emoji is one.
    (value) => value === '' || [...value].length >= BIO_MIN_LENGTH,
    `Bio must be at least ${BIO_MIN_LENGTH} characters`,
  )

/** A field that is left out stays as it is; null or "" clears it. */
export const updateMeBody = z.object({
  email: email.optional(),
  first_name: name.nullish(),
  last_name: name.nullish(),
  display_name: name.nullish(),
  occupation: name.nullish(),
  bio: bio.nullish(),
  avatar: id.nullish(),
  header_image: id.nullish(),
})

const subscription = z.coerce
  .number({ error: 'Required' })
  .int('Invalid value')
  .min(1, 'Required')
  .max(3, 'Invalid value')
/** The fields of the form for a new member. */
export const adminNewUser = z.object({
  username: email,
  password: password.optional(),
  display_name: requiredName(NAME_MAX_LENGTH),
  occupation: requiredName(NAME_MAX_LENGTH),
  subscription,
  is_admin: z.boolean().default(false),
})
/** `POST /api/users/`: an address and a password are enough; a part of the address is no public name. */
export const adminCreateUserBody = adminNewUser.extend({
  display_name: requiredName(NAME_MAX_LENGTH).nullable().default(null),
  occupation: requiredName(NAME_MAX_LENGTH).nullable().default(null),
  subscription: subscription.default(1),
})
export const adminUpdateUserBody = z.object({
  display_name: requiredName(NAME_MAX_LENGTH).optional(),
  occupation: requiredName(NAME_MAX_LENGTH).optional(),
  subscription: subscription.optional(),
  is_admin: z.boolean().optional(),
  status: z.enum(['ACTIVE', 'SUSPENDED']).optional(),
})
/** `DELETE /api/admin/users/{id}/factors/`: how the admin made sure that it is really them; it goes to the audit log. */
export const resetFactorsBody = z.object({
  note: z.string({ error: 'Required' }).trim().min(1, 'Required').max(REASON_MAX_LENGTH, 'Too long'),
})

export const user = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  display_name: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: z.string().nullable(),
  avatar_url: z.string().nullable(),
  header_image: z.string().nullable(),
  header_image_url: z.string().nullable(),
  occupation: z.string().nullable(),
  created_at: z.string(),
  is_following: z.boolean().optional(),
})
export const me = user.omit({ is_following: true, created_at: true }).extend({
  email: z.string(),
  reg_status: z.enum(REG_STATUSES),
  is_admin: z.boolean(),
  /** Signed in, but neither trades nor creates; withdraws and is paid out. */
  is_suspended: z.boolean(),
  subscription: z.number().int(),
  phone: z.string().nullable(),
  /** The factors that can stand in for the code by SMS. */
  other_factors: z.array(z.enum(OTHER_FACTORS)),
})
/** The things that prevent a deletion, or would be lost with it; `amount` in USD. */
export const deletionState = z.object({
  remaining: z.array(
    z.object({
      kind: z.enum(['nfts', 'orders', 'payouts', 'credits', 'earnings']),
      count: z.number().int(),
      amount: z.number().nullable(),
    }),
  ),
  /** Of the credits: what can be given up at once; the rest is held. */
  credits_to_give_up: z.number(),
  /** The part of them that goes back to the cards it came from, if that is asked for. */
  credits_to_pay_back: z.number(),
})
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  display_name: z.string().nullable(),
  occupation: z.string().nullable(),
  subscription: z.number().int(),
  is_admin: z.boolean(),
  status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETED']),
  reg_status: z.enum(REG_STATUSES),
  created_at: z.string(),
})
/** Works of a member, each number as long as the list of `GET /api/nfts/` that it stands for, up to 10,000. */
export const userCounts = z.object({
  created: z.number().int(),
  owned: z.number().int(),
  sold: z.number().int(),
  /** Other members who own a work that this member created. */
  collectors: z.number().int(),
})
/** `GET /api/users/{id}/`: what everybody sees, and for admins what they administer. */
export const userForViewer = user
  .extend({ counts: userCounts })
  .extend(
    adminUser.pick({ email: true, subscription: true, is_admin: true, status: true, reg_status: true }).partial().shape,
  )
export const USER_SORTS = ['created_at', '-created_at', 'email', '-email'] as const
export const usersQuery = z.object({
  search: z.string().trim().max(100).optional(),
  sort: z.enum(USER_SORTS).default('-created_at'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

export type User = z.infer<typeof user>
export type DeletionState = z.infer<typeof deletionState>
export type Me = z.infer<typeof me>
export type UserCounts = z.infer<typeof userCounts>
export type UserForViewer = z.infer<typeof userForViewer>
export type AdminUser = z.infer<typeof adminUser>
export type UpdateMeBody = z.input<typeof updateMeBody>
