import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { enterCode } from './steps/sign-in-steps.ts'
import { seeInAudit } from './steps/admin-queue-steps.ts'
import { adminSignIn, callAsAdmin } from './steps/admin-steps.ts'
import { payTopup, topUpByApi } from './steps/wallet-steps.ts'
import { type ApiMember, signInByApi, visitAs } from './api-member.ts'
import { visit } from './browser.ts'
import { readOutbox } from './outbox.ts'

const MEI = { email: 'mei@demo.test', password: 'demo-pass', phone: '+94771000004' }
/** Has no bank account, and no other journey gives them one. */
const KASUN = { email: 'kasun@demo.test', password: 'demo-pass', phone: '+94771000002' }
const TOPUP_USD = 3
const CARDS = { refundFails: '4000000000005126', takenBack: '4000000000000259' }

const product = inject('product')
let admin: Page
let payer: ApiMember
/** Paid first of all: the bank takes it back half a minute later. */
let takenBack: string

beforeAll(async () => {
  payer = await signInByApi(product.url, MEI)
  takenBack = await payTopup(payer, TOPUP_USD, CARDS.takenBack)
  admin = (await visit()).page
  await adminSignIn(admin, product, { email: 'admin@demo.test', password: 'demo-pass' })
})

it('a payment is found by its id, its history is read, and it is refunded', async () => {
  const id = await topUpByApi(payer, TOPUP_USD)
  await admin.goto(product.adminUrl + adminAddressOf('payments'))
  await admin.getByRole('searchbox').fill(id)
  await admin.getByRole('cell', { name: 'Paid' }).first().waitFor()
  await admin.getByRole('button', { name: 'History' }).press('Enter')
  const history = admin.getByRole('dialog').getByRole('listitem')
  await history.filter({ hasText: 'Provider' }).first().waitFor()
  await history.filter({ hasText: 'Ledger' }).first().waitFor()
  await admin.keyboard.press('Escape')
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await decide('Refund', 'Paid twice by mistake', () => expectNoFault(admin))
  await expect.poll(() => statusOf(id)).toBe('REFUNDED')
  const { note } = await payer.call('GET', `/api/payments/${id}/`)
  expect(note).not.toContain('Paid twice by mistake')
  await admin.reload()
  await admin.getByRole('cell', { name: 'REFUNDED' }).waitFor()
  await seeInAudit(admin, product, ['payment.refund'])
})

it('a refund that fails is tried again, then settled by hand', async () => {
  const id = await topUpByApi(payer, TOPUP_USD, CARDS.refundFails)
  await find(id)
  await decide('Refund', 'Asked for by mail')
  await waitForCase(id)
  await decide('Retry refund', 'Their bank answers again')
  await waitForCase(id)
  await decide('Settled by hand', 'Bank transfer 4711')
  await expect.poll(() => statusOf(id)).toBe('REFUNDED')
})

it('a payout is asked for with a second factor, and taken back', async () => {
  const member = await visitAs(product.url, KASUN)
  const { page } = member
  await page.goto(product.url + addressOf('settingsTab', { tab: 'earnings' }))
  // As a session is answered whose second factor is older than 15 minutes.
  const stale = { errors: ['Please confirm it is you.'], code: 'step_up_required', request_id: 'x' }
  let isStale = true
  await page.route('**/api/payouts/', (route) => {
    if (route.request().method() !== 'POST' || !isStale) return route.continue()
    isStale = false
    return route.fulfill({ status: 403, json: stale })
  })
  const sentSince = new Date().toISOString()
  await page.getByRole('button', { name: 'Request payout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request payout' })
  await dialog.getByLabel('Amount').fill('4')
  await expectNoFault(page)
  await dialog.getByRole('button', { name: 'Request payout' }).click()
  await page.getByRole('dialog', { name: 'Please confirm it is you.' }).waitFor()
  await Promise.all([
    page.getByText('Payout request created.').first().waitFor(),
    readOutbox(product.url, KASUN.phone, 'code', sentSince).then((code) => enterCode(page, code)),
  ])
  // There is no bank account yet: its form comes by itself, and may wait.
  await page.getByRole('dialog', { name: /bank/i }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  const row = page.getByRole('region', { name: 'Payouts' }).getByRole('row').filter({ hasText: 'Requested' })
  await row.getByText('4.00 USD').waitFor()
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Take this request back?' })
  await question.getByText('Please confirm before continuing.').waitFor()
  await Promise.all([
    page.getByText('Payout request taken back').first().waitFor(),
    question.getByRole('button', { name: 'Okay' }).click(),
  ])
  await row.waitFor({ state: 'detached' })
})

it('a chargeback is in the queue, and once it is won the payment stands', async () => {
  await expect.poll(() => statusOf(takenBack)).toBe('DISPUTED')
  await admin.goto(product.adminUrl + adminAddressOf('payments'))
  await admin.getByRole('heading', { name: 'Need a person' }).waitFor()
  await admin.getByRole('row').filter({ hasText: takenBack }).getByRole('button', { name: 'Chargeback lost' }).waitFor()
  await find(takenBack)
  await decide('Chargeback won', 'The bank has decided for us')
  await expect.poll(() => statusOf(takenBack)).toBe('SUCCESS')
})

const statusOf = async (id: string): Promise<string> => (await payer.call('GET', `/api/payments/${id}/`)).status

async function find(id: string): Promise<void> {
  await admin.goto(product.adminUrl + adminAddressOf('payments', { search: id }))
  await admin.getByRole('row').filter({ hasText: id }).waitFor()
}

/** The server offers it once the refund, a job of some seconds, has failed; then the payment is opened by its id. */
async function waitForCase(id: string): Promise<void> {
  const offered = async () => (await callAsAdmin(admin, 'GET', `/api/admin/payments/search/?q=${id}`)).data[0].actions
  await expect.poll(offered).toContain('retry')
  await find(id)
  await admin.getByRole('button', { name: 'Retry refund', exact: true }).waitFor()
}

/** Presses the button, gives a note in the dialog, and sends it without the mouse. */
async function decide(action: string, note: string, look = async () => {}): Promise<void> {
  await admin.getByRole('button', { name: action, exact: true }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: action })
  await dialog.getByText('the member does not read it').waitFor()
  await dialog.getByRole('textbox').pressSequentially(note)
  await look()
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Tab')
  await Promise.all([admin.getByText('Done', { exact: true }).first().waitFor(), admin.keyboard.press('Enter')])
  await dialog.waitFor({ state: 'detached' })
}
