import { addressOf } from '@verso/protocol/pages/pages'
import { inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { at } from './at-page.ts'
import { visitAsNew } from './api-member.ts'
import { topUpByApi } from './steps/wallet-steps.ts'

const LEAVER = { email: 'credits-leaver@example.test', password: 'right-horse-9', phone: '+94771239469' }
const product = inject('product')

it('who has credits left has them paid back to the card, and then deletes the account', async () => {
  const { page, member } = await visitAsNew(product.url, LEAVER, { width: 390, height: 844 })
  await topUpByApi(member, 5)
  await page.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account cannot be deleted yet' })
  await dialog.getByRole('link', { name: /USD of transaction credits/ }).waitFor()
  await expectNoFault(page)
  const payBack = /^Pay [\d.]+ USD of credits back$/
  await dialog.getByRole('button', { name: payBack }).click()
  const question = page.getByRole('dialog', { name: payBack })
  await expectNoFault(page)
  await question.getByRole('button', { name: payBack }).click()
  await page.getByText('Your credits are on their way back').first().waitFor()
  // The refund is a job of some seconds; the dialog follows along.
  await dialog.getByText('Nothing stands in the way any more.').waitFor()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page
    .getByRole('dialog', { name: 'Delete your account?' })
    .getByRole('button', { name: 'Delete my account' })
    .click()
  await page.waitForURL(at('signIn'))
  await page.getByText('Your account was deleted').first().waitFor()
})
