import { z } from 'zod'
import {
  codeSent,
  otpBody,
  passkeyAnswerBody,
  passkeyOptions,
  resendEmailBody,
  resendMobileBody,
  tokenPair,
  verifyEmailQuery,
  verifyMobileBody,
} from '../auth.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf } from '../envelope.ts'
import { REG_STATUSES } from '../users.ts'

const tag = 'verification'
const confirmed = dataOf(z.object({ confirmed: z.literal(true) }))

/** E-mail and phone, the second half of a sign-in, and the step-up. */
export const verificationEndpoints = {
  'GET /api/auth/verify/email/': {
    access: 'visitor',
    tag,
    summary: 'Open the link of the verification mail',
    query: verifyEmailQuery,
    answer: dataOf(z.object({ verified: z.literal(true) })),
  },
  'POST /api/auth/verify/resend-email/': {
    access: 'visitor',
    tag,
    summary: 'Mail the verification link again',
    body: resendEmailBody,
    answer: dataOf(z.object({ sent: z.literal(true) })),
  },
  'POST /api/auth/verify/resend-mobile/': {
    access: 'temporary',
    tag,
    summary: 'Text a code',
    body: resendMobileBody,
    answer: dataOf(codeSent),
  },
  'POST /api/auth/verify/mobile/': {
    access: 'temporary',
    tag,
    summary: 'Verify the phone with its code',
    body: verifyMobileBody,
    answer: dataOf(z.object({ reg_status: z.enum(REG_STATUSES) })),
  },
  'POST /api/auth/verify/otp/': {
    access: 'temporary',
    tag,
    summary: 'The second factor: a full pair',
    body: otpBody,
    answer: dataOf(tokenPair),
  },
  'POST /api/auth/verify/step-up/send/': {
    access: 'member',
    tag,
    summary: 'Text a step-up code',
    answer: dataOf(codeSent),
  },
  'POST /api/auth/verify/step-up/': {
    access: 'member',
    tag,
    summary: 'Confirm it is you',
    body: otpBody,
    answer: confirmed,
  },
  'POST /api/auth/verify/passkey/options/': {
    access: 'temporary',
    tag,
    summary: 'Ask for a passkey',
    answer: dataOf(passkeyOptions),
  },
  'POST /api/auth/verify/passkey/': {
    access: 'temporary',
    tag,
    summary: 'A passkey instead of the sign-in code: a full pair',
    body: passkeyAnswerBody,
    answer: dataOf(tokenPair),
  },
  'POST /api/auth/verify/step-up/passkey/': {
    access: 'member',
    tag,
    summary: 'Confirm it is you with a passkey',
    body: passkeyAnswerBody,
    answer: confirmed,
  },
} as const satisfies EndpointTable
