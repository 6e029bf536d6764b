import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf } from '../envelope.ts'
import { securityEvent, securityEventsQuery } from '../users/security-events.ts'
import {
  adminCreateUserBody,
  adminUpdateUserBody,
  adminUser,
  deletionState,
  me,
  resetFactorsBody,
  updateMeBody,
  userForViewer,
  usersQuery,
} from '../users.ts'

const tag = 'users'

/** Profiles, and one's own account. */
export const userEndpoints = {
  'GET /api/users/{id}/': {
    access: 'visitor',
    tag,
    summary: 'A profile',
    params: idParams,
    answer: dataOf(userForViewer),
  },
  'GET /api/users/me/': { access: 'temporary', tag, summary: 'Own profile', answer: dataOf(me) },
  'PUT /api/users/me/': {
    access: 'member',
    tag,
    summary: 'Change the own profile',
    body: updateMeBody,
    answer: dataOf(me),
  },
  'DELETE /api/users/me/': {
    access: 'step-up',
    tag,
    summary: 'Delete my account',
    answer: dataOf(z.object({ deleted: z.literal(true) })),
  },
  'GET /api/users/me/deletion/': {
    access: 'member',
    tag,
    summary: 'What stands in the way of deleting my account',
    answer: dataOf(deletionState),
  },
  'GET /api/users/me/export/': {
    access: 'step-up',
    tag,
    summary: 'Everything held on me, as a JSON file',
    answer: dataOf(z.record(z.string(), z.unknown())),
  },
  'GET /api/users/me/security-events/': {
    access: 'member',
    tag,
    summary: 'What happened to my account, newest first',
    query: securityEventsQuery,
    answer: listOf(securityEvent),
  },
} as const satisfies EndpointTable

/** Members in the admin area. */
export const adminUserEndpoints = {
  'GET /api/users/': {
    access: 'admin',
    tag: 'admin',
    summary: 'Members',
    query: usersQuery,
    answer: listOf(adminUser),
  },
  'POST /api/users/': {
    access: 'admin',
    tag: 'admin',
    summary: 'Add a member',
    body: adminCreateUserBody,
    answer: dataOf(adminUser),
    status: 201,
  },
  'PUT /api/users/{id}/': {
    access: 'admin',
    tag: 'admin',
    summary: 'Change a member',
    params: idParams,
    body: adminUpdateUserBody,
    answer: dataOf(adminUser),
  },
  'DELETE /api/admin/users/{id}/factors/': {
    access: 'admin-step-up',
    tag: 'admin',
    summary: "Remove a member's phone and factors",
    params: idParams,
    body: resetFactorsBody,
    answer: dataOf(z.object({ reset: z.literal(true) })),
  },
} as const satisfies EndpointTable
