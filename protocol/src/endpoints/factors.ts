import { z } from 'zod'
import {
  addPasskeyBody,
  confirmTotpBody,
  factorAdded,
  factors,
  passkeyOptions,
  recoveryCodes,
  totpSetup,
} from '../auth.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams } from '../envelope.ts'

const tag = 'factors'

/** The stronger second factors beside SMS. */
export const factorEndpoints = {
  'GET /api/auth/factors/': { access: 'member', tag, summary: 'Own second factors', answer: dataOf(factors) },
  'DELETE /api/auth/factors/{id}/': {
    access: 'step-up',
    tag,
    summary: 'Remove one',
    params: idParams,
    answer: dataOf(z.object({ removed: z.literal(true) })),
  },
  'POST /api/auth/factors/recovery-codes/': {
    access: 'step-up',
    tag,
    summary: 'A new set of recovery codes',
    answer: dataOf(recoveryCodes),
  },
  'POST /api/auth/factors/totp/': {
    access: 'step-up',
    tag,
    summary: 'Begin an authenticator app',
    answer: dataOf(totpSetup),
    status: 201,
  },
  'POST /api/auth/factors/totp/{id}/': {
    access: 'step-up',
    tag,
    summary: 'Confirm it',
    params: idParams,
    body: confirmTotpBody,
    answer: dataOf(factorAdded),
  },
  'POST /api/auth/factors/passkeys/options/': {
    access: 'step-up',
    tag,
    summary: 'Begin a passkey',
    answer: dataOf(passkeyOptions),
  },
  'POST /api/auth/factors/passkeys/': {
    access: 'step-up',
    tag,
    summary: 'Add it',
    body: addPasskeyBody,
    answer: dataOf(factorAdded),
    status: 201,
  },
} as const satisfies EndpointTable
