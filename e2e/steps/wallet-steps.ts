import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { expect } from 'vitest'
import type { ApiMember } from '../api-member.ts'
import { payByCard } from './pay-steps.ts'

/** Credits for the network's work: 0.50 USD is refused, 5 USD are paid with a card. */
export async function topUpByClicking(page: Page, productUrl: string): Promise<void> {
  await page.goto(productUrl + addressOf('settingsTab', { tab: 'credits' }))
  await topUpHere(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('5.00').first().waitFor()
}

/** On the credits tab, until it is paid. */
export async function topUpHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Topup' }).click()
  await page.getByLabel('Topup amount (USD)').fill('0.5')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Minimum allowed amount is: 1').waitFor()
  await page.getByLabel('Topup amount (USD)').fill('5')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await payByCard(page)
  await page.getByRole('button', { name: 'Topup again' }).waitFor()
}

/** The address of the wallet on Polygon, which every member has; waits for it. */
export async function readWalletAddress(page: Page, productUrl: string): Promise<Address> {
  await page.goto(productUrl + addressOf('settingsTab', { tab: 'crypto-wallets' }))
  return (await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) as Address
}

/** Pays a top-up on the provider's page, without a browser; gives the payment's id. */
export async function payTopup(member: ApiMember, amountUsd: number, card = '4242424242424242'): Promise<string> {
  const id: string = await member.call('PUT', '/api/accounts/credits/', { amount: amountUsd })
  const { url } = await member.call('POST', `/api/payments/${id}/session/`)
  const answer = await fetch(`${new URL(url).origin}/pay/${id}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: card, expiry: '12 / 40', cvc: '123', name: 'A Member' }),
  })
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`)
  return id
}

/** The same, until the credits are there. */
export async function topUpByApi(member: ApiMember, amountUsd: number, card?: string): Promise<string> {
  const id = await payTopup(member, amountUsd, card)
  await expect.poll(async () => (await member.call('GET', `/api/payments/${id}/`)).status).toBe('SUCCESS')
  return id
}
