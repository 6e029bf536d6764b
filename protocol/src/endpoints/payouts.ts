import { payout, payoutBody, updatePayoutBody } from '../money/accounts.ts'
import { payoutDecisionBody } from '../operations/admin.ts'
import { adminPayout, adminPayoutsQuery, payoutBankDetails } from '../money/admin-money.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf, pageQuery } from '../envelope.ts'

const tag = 'payouts'

/** A member's payouts. */
export const payoutEndpoints = {
  'GET /api/payouts/': { access: 'member', tag, summary: 'Own payouts', query: pageQuery, answer: listOf(payout) },
  'POST /api/payouts/': {
    access: 'step-up',
    tag,
    summary: 'Request a payout',
    body: payoutBody,
    answer: dataOf(payout),
  },
  'PUT /api/payouts/{id}/': {
    access: 'member',
    tag,
    summary: 'Take an open request back',
    params: idParams,
    body: updatePayoutBody,
    answer: dataOf(payout),
  },
} as const satisfies EndpointTable

/** Payouts in the admin area. */
export const adminPayoutEndpoints = {
  'GET /api/admin/payouts/': {
    access: 'admin',
    tag: 'admin',
    summary: 'Payouts: the open ones, or all',
    query: adminPayoutsQuery,
    answer: listOf(adminPayout),
  },
  'PUT /api/admin/payouts/{id}/': {
    access: 'admin-step-up',
    tag: 'admin',
    summary: 'Approve, mark paid or reject',
    params: idParams,
    body: payoutDecisionBody,
    answer: dataOf(payout),
  },
  'GET /api/admin/payouts/{id}/bank-details/': {
    access: 'admin-step-up',
    tag: 'admin',
    summary: 'Where to pay it to',
    params: idParams,
    answer: dataOf(payoutBankDetails),
  },
} as const satisfies EndpointTable
