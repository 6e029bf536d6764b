import { z } from 'zod'
import {
  credit,
  createWalletBody,
  earnedTotals,
  earnings,
  fiatAccount,
  fiatAccountBody,
  royaltyAddress,
  royaltyAddressBody,
  statementEntry,
  topupBody,
  wallet,
} from '../money/accounts.ts'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf, pageQuery } from '../envelope.ts'

const tag = 'accounts'

/** Credits and earnings: balances, statements, topping up. */
export const balanceEndpoints = {
  'GET /api/accounts/credits/': { access: 'member', tag, summary: 'Transaction credits', answer: dataOf(credit) },
  'PUT /api/accounts/credits/': {
    access: 'trader',
    tag,
    summary: 'Ask for a top-up; data is the payment’s id',
    body: topupBody,
    answer: dataOf(z.string()),
  },
  'DELETE /api/accounts/credits/': {
    access: 'step-up',
    tag,
    summary: 'Give up the credits that are not held, before the account is deleted',
    answer: dataOf(credit),
  },
  'POST /api/accounts/credits/refund/': {
    access: 'step-up',
    tag,
    summary: 'Pay the credits that are left of top-ups back to their cards, before the account is deleted',
    answer: dataOf(credit),
  },
  'GET /api/accounts/earnings/': { access: 'member', tag, summary: 'Earnings', answer: dataOf(earnings) },
  'GET /api/accounts/earnings/totals/': {
    access: 'member',
    tag,
    summary: 'What was ever earned',
    answer: dataOf(earnedTotals),
  },
  'GET /api/accounts/credits/entries/': {
    access: 'member',
    tag,
    summary: 'Statement of credits',
    query: pageQuery,
    answer: listOf(statementEntry),
  },
  'GET /api/accounts/earnings/entries/': {
    access: 'member',
    tag,
    summary: 'Statement of earnings',
    query: pageQuery,
    answer: listOf(statementEntry),
  },
  'GET /api/accounts/credits/entries.csv': {
    access: 'member',
    tag,
    summary: 'Statement of credits as CSV',
    produces: 'text/csv',
  },
  'GET /api/accounts/earnings/entries.csv': {
    access: 'member',
    tag,
    summary: 'Statement of earnings as CSV',
    produces: 'text/csv',
  },
} as const satisfies EndpointTable

/** Bank details for payouts. */
export const fiatAccountEndpoints = {
  'GET /api/accounts/fiats/': { access: 'member', tag, summary: 'Bank details, masked', answer: listOf(fiatAccount) },
  'POST /api/accounts/fiats/': {
    access: 'step-up',
    tag,
    summary: 'Add bank details',
    body: fiatAccountBody,
    answer: dataOf(fiatAccount),
  },
  'DELETE /api/accounts/fiats/{id}/': {
    access: 'step-up',
    tag,
    summary: 'Remove bank details',
    params: idParams,
    answer: dataOf(z.object({ id: z.string() })),
  },
} as const satisfies EndpointTable

/** Crypto wallets, and where royalties of other marketplaces go. */
export const walletEndpoints = {
  'GET /api/accounts/cryptos/': { access: 'member', tag, summary: 'My crypto wallets', answer: listOf(wallet) },
  'POST /api/accounts/cryptos/': {
    access: 'trader',
    tag,
    summary: 'Create a crypto wallet',
    body: createWalletBody,
    answer: dataOf(wallet),
    status: 201,
  },
  'PUT /api/accounts/cryptos/{id}/public_address/': {
    access: 'member',
    tag,
    summary: 'Ask again for the address of a pending wallet',
    params: idParams,
    answer: dataOf(wallet),
  },
  'GET /api/accounts/cryptos/royalty_address/': {
    access: 'member',
    tag,
    summary: 'My royalty address, or null',
    answer: dataOf(royaltyAddress),
  },
  'PUT /api/accounts/cryptos/royalty_address/': {
    access: 'step-up',
    tag,
    summary: 'Name the outside address of my royalties, once',
    body: royaltyAddressBody,
    answer: dataOf(royaltyAddress),
  },
} as const satisfies EndpointTable
