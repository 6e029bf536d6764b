import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiMember } from '../api-member.ts'
import { waitUntilSettled } from '../settle.ts'
import { callAsAdmin } from './admin-steps.ts'

type Nft = { id: string; name: string }

/** Moves through the queue with j and k until this NFT is the one that the other keys act on. */
export async function chooseInQueue(admin: Page, name: string): Promise<void> {
  await admin.getByRole('article', { name }).waitFor()
  // The page answers to keys a moment after the queue is there, and after a dialog has gone.
  await waitUntilSettled(admin)
  await admin.keyboard.press('k')
  await admin.locator('article:focus').waitFor()
  const names = await admin.locator('article h3').allTextContents()
  let place = await admin.getByRole('article').evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
  while (names[place] !== name) {
    const isBelow = names.indexOf(name) > place
    await admin.keyboard.press(isBelow ? 'j' : 'k')
    place += isBelow ? 1 : -1
    await admin
      .locator('article:focus')
      .filter({ hasText: names[place] ?? '' })
      .waitFor()
  }
}

/** Types into the dialog that has opened, and sends it without the mouse. */
export async function giveReason(admin: Page, reason: string): Promise<void> {
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').pressSequentially(reason)
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

export async function findOldestNfts(product: { url: string }): Promise<[Nft, Nft]> {
  const answer = await fetch(`${product.url}/api/nfts/?approved=true&listed=true&sort=updated_at&limit=2`)
  return ((await answer.json()) as { data: [Nft, Nft] }).data
}

export const addBankAccount = (member: ApiMember) =>
  member.call('POST', '/api/accounts/fiats/', {
    holder: 'Nadia Perera',
    country: 'LK',
    currency: 'LKR',
    account_number: '0012 3456 7800',
    bank_name: 'Bank of Ceylon',
  })

/**
 * A job is given up after many hours of tries: what the server would answer then is put in its place.
 * @returns the paths that a retry was asked for at, as they come
 */
export async function pretendGivenUpJob(admin: Page): Promise<string[]> {
  const job = {
    id: 'j1',
    kind: 'job',
    name: 'pin-file',
    error: 'no such host',
    attempts: 12,
    failed_at: '2026-01-02T03:04:05Z',
  }
  const retried: string[] = []
  await admin.route('**/api/admin/jobs/**', (route) => {
    if (route.request().method() === 'POST') retried.push(new URL(route.request().url()).pathname)
    return route.fulfill({ json: { data: { queues: [], failed: retried.length === 0 ? [job] : [] } } })
  })
  return retried
}

/** Stops with a reason what a switch of the settings stops, and takes it back; `read` is what the API says of it. */
export async function stopAndResume(admin: Page, name: string, read: () => Promise<unknown>): Promise<void> {
  await admin.getByRole('switch', { name }).press('Space')
  await giveReason(admin, 'The network is being upgraded')
  await expect.poll(read).toBe('The network is being upgraded')
  await admin.getByText('The network is being upgraded').waitFor()
  await admin.getByRole('switch', { name }).click()
  await expect.poll(read).toBe(null)
  await admin.getByText('The network is being upgraded').waitFor({ state: 'detached' })
}

/** The line of an event is written by a worker, a moment later. */
export async function seeInAudit(admin: Page, product: { adminUrl: string }, actions: string[]): Promise<void> {
  for (const action of actions) {
    const lines = async () => (await callAsAdmin(admin, 'GET', `/api/admin/audit/?search=${action}&limit=1`)).data
    await expect.poll(lines).toHaveLength(1)
    await admin.goto(product.adminUrl + adminAddressOf('audit', { search: action }))
    await admin.getByRole('cell', { name: action }).first().waitFor()
  }
}
