import { z } from 'zod'
import {
  changePasswordBody,
  emailBody,
  refreshBody,
  registerBody,
  resetPasswordBody,
  session,
  signInBody,
  signOutBody,
  tokenPair,
} from '../auth.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf } from '../envelope.ts'

const tag = 'auth'
const emailAnswer = dataOf(z.object({ email: z.string() }))
const ended = dataOf(z.object({ ended: z.literal(true) }))

/** Accounts: registering, signing in and out, passwords, sign-in sessions. */
export const authEndpoints = {
  'POST /api/auth/register/': {
    access: 'visitor',
    tag,
    summary: 'Register',
    body: registerBody,
    answer: emailAnswer,
    status: 201,
  },
  'POST /api/auth/token/': {
    access: 'visitor',
    tag,
    summary: 'Sign in: a temporary pair',
    body: signInBody,
    answer: dataOf(tokenPair),
  },
  'POST /api/auth/token/refresh/': {
    access: 'visitor',
    tag,
    summary: 'The next pair of a session',
    body: refreshBody,
    answer: dataOf(tokenPair),
  },
  'POST /api/auth/signout/': {
    access: 'signout',
    tag,
    summary: 'End this session',
    body: signOutBody,
    answer: dataOf(z.object({ signed_out: z.literal(true) })),
  },
  'POST /api/auth/request-password-reset/': {
    access: 'visitor',
    tag,
    summary: 'Mail a reset link',
    body: emailBody,
    answer: emailAnswer,
  },
  'POST /api/auth/reset-password/': {
    access: 'visitor',
    tag,
    summary: 'Set a password with a link',
    body: resetPasswordBody,
    answer: emailAnswer,
  },
  'POST /api/auth/password/': {
    access: 'step-up',
    tag,
    summary: 'Change the password',
    body: changePasswordBody,
    answer: dataOf(z.object({ changed: z.literal(true) })),
  },
  'GET /api/auth/sessions/': { access: 'member', tag, summary: 'Own sign-in sessions', answer: listOf(session) },
  'DELETE /api/auth/sessions/': { access: 'member', tag, summary: 'Sign out everywhere else', answer: ended },
  'DELETE /api/auth/sessions/{id}/': {
    access: 'member',
    tag,
    summary: 'End one session',
    params: idParams,
    answer: ended,
  },
} as const satisfies EndpointTable
