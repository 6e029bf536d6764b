import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { type ApiMember, signInByApi } from './api-member.ts'
import { visit } from './browser.ts'
import {
  addBankAccount,
  chooseInQueue,
  findOldestNfts,
  giveReason,
  pretendGivenUpJob,
  seeInAudit,
  stopAndResume,
} from './steps/admin-queue-steps.ts'
import { adminSignIn, callAsAdmin, openAndCloseTwoDialogs } from './steps/admin-steps.ts'
import {
  acceptInvitation,
  expectBreadcrumb,
  expectUserForm,
  fillUserForm,
  statusOfSignIn,
} from './steps/admin-user-steps.ts'

const ADMIN = { email: 'admin@demo.test', password: 'demo-pass' }
const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const ANA = { email: 'ana@demo.test', password: 'demo-pass', phone: '+94771000003' }
const SECOND_ADMIN = { email: 'kasun@demo.test', password: 'demo-pass', phone: '+94771000002' }

const product = inject('product')
let admin: Page
let creator: ApiMember
let ana: ApiMember

beforeAll(async () => {
  ;[creator, ana] = await Promise.all([signInByApi(product.url, CREATOR), signInByApi(product.url, ANA)])
  admin = (await visit()).page
  await adminSignIn(admin, product, ADMIN)
})

it('the moderation queue is worked through from the keyboard', async () => {
  const [first, second] = await findOldestNfts(product)
  for (const member of [creator, ana])
    await member.call('POST', `/api/nfts/${first.id}/reports/`, { reason: 'COPYRIGHT', text: 'This is mine' })
  await creator.call('POST', `/api/nfts/${second.id}/reports/`, { reason: 'SPAM', text: '' })

  await admin.goto(product.adminUrl + adminAddressOf('moderation'))
  const reported = admin.getByRole('article', { name: first.name })
  await reported.getByText('2 reports').waitFor()
  await chooseInQueue(admin, first.name)
  await admin.keyboard.press('t')
  await giveReason(admin, 'It is a copy of a painting')
  await reported.waitFor({ state: 'detached' })
  expect((await fetch(`${product.url}/api/nfts/${first.id}/`)).status).toBe(404)

  await chooseInQueue(admin, second.name)
  await admin.keyboard.press('a')
  await admin.getByRole('article', { name: second.name }).waitFor({ state: 'detached' })
  expect((await fetch(`${product.url}/api/nfts/${second.id}/`)).status).toBe(200)

  await chooseInQueue(admin, 'Wisteria Protocol')
  await admin.keyboard.press('r')
  await giveReason(admin, 'Please add a description of your own')
  await admin.getByRole('article', { name: 'Wisteria Protocol' }).waitFor({ state: 'detached' })

  await admin.getByRole('radio', { name: 'Taken down' }).press('Space')
  await admin.getByRole('button', { name: 'Restore' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Restore' }).press('Enter')
  await expect.poll(async () => (await fetch(`${product.url}/api/nfts/${first.id}/`)).status).toBe(200)
})

it('the dashboard, the menus and the forms have their fixed texts', async () => {
  await admin.goto(product.adminUrl)
  await admin.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await openAndCloseTwoDialogs(admin)
  const menu = admin.getByRole('navigation', { name: 'Admin pages' }).getByRole('link')
  expect((await menu.allTextContents()).slice(0, 2)).toEqual(['Dashboard', 'Users'])
  expect(await admin.getByRole('link', { name: 'Sign Out' }).getAttribute('href')).toBe(adminAddressOf('signOut'))

  await menu.filter({ hasText: 'Users' }).click()
  await expectBreadcrumb(admin, 'Users')
  const heads = admin.getByRole('columnheader')
  await heads.filter({ hasText: 'ACTION' }).waitFor()
  await expect.poll(() => admin.getByRole('row').count()).toBe(1 + 5)
  await admin.getByRole('button', { name: 'E-mail', exact: true }).press('Enter')
  await admin.waitForURL(/sort=email/)
  await expect.poll(() => heads.filter({ hasText: 'E-mail' }).getAttribute('aria-sort')).toBe('ascending')
  await admin.getByRole('link', { name: 'Add User' }).click()
  await expectBreadcrumb(admin, 'Add User')
  await expectUserForm(admin, 'Create User')
  await admin.goto(product.adminUrl + adminAddressOf('users', { search: 'kasun' }))
  await admin.getByRole('link', { name: /^Edit/ }).click()
  await expectBreadcrumb(admin, 'Edit User')
  await expectUserForm(admin, 'Update User')
})

it('a payout is approved and paid, another one rejected', async () => {
  await addBankAccount(creator)
  await creator.call('POST', '/api/payouts/', { amount: 5 })
  await admin.goto(product.adminUrl + adminAddressOf('payouts'))
  await admin.getByRole('button', { name: 'Bank details' }).press('Enter')
  await admin.getByRole('dialog').getByText('001234567800').waitFor()
  await admin.keyboard.press('Escape')
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await admin.getByRole('button', { name: 'Approve' }).press('Enter')
  await admin.getByRole('button', { name: 'Mark paid' }).press('Enter')
  await admin.getByRole('dialog').getByRole('textbox').waitFor()
  await expectNoFault(admin)
  await giveReason(admin, 'TX-2026-001')
  await admin.getByText('No payouts here.').waitFor()
  expect((await creator.call('GET', '/api/payouts/'))[0]).toMatchObject({ status: 'PAID' })

  await creator.call('POST', '/api/payouts/', { amount: 6 })
  await admin.reload()
  await admin.getByRole('button', { name: 'Reject' }).press('Enter')
  await giveReason(admin, 'The account is closed')
  await admin.getByText('No payouts here.').waitFor()
  expect((await creator.call('GET', '/api/payouts/'))[0]).toMatchObject({ status: 'REJECTED' })
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('payouts-open.csv')
})

it('a member is invited, found, changed and suspended', async () => {
  await admin.goto(product.adminUrl + adminAddressOf('addUser'))
  await fillUserForm(admin, { email: 'invited@example.test', name: 'Invited Painter', tier: 'Basic' })
  await admin.getByLabel('Occupation').press('Enter')
  await admin.waitForURL(product.adminUrl + adminAddressOf('users'))
  await acceptInvitation(product, 'invited@example.test')

  await admin.getByRole('searchbox').fill('invited')
  await admin.getByRole('link', { name: 'Edit Invited Painter' }).press('Enter')
  await admin.getByLabel('Occupation').fill('Sculptor')
  await admin.getByRole('button', { name: 'Update User' }).press('Enter')
  await admin.getByRole('button', { name: 'Suspend' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).press('Enter')
  await admin.getByRole('button', { name: 'End suspension' }).waitFor()
})

it('a member is added with a password, and given back an account whose second factor is lost', async () => {
  const member = { username: 'given@example.test', password: 'right-horse-9' }
  await admin.goto(product.adminUrl + adminAddressOf('addUser'))
  await fillUserForm(admin, { email: member.username, name: 'Given Painter', tier: 'Premium' })
  await admin.getByLabel('Password', { exact: true }).fill(member.password)
  await admin.getByRole('button', { name: 'Create User' }).click()
  await admin.waitForURL(product.adminUrl + adminAddressOf('users'))
  expect(await statusOfSignIn(product, member)).toBe(200)

  await admin.getByRole('searchbox').fill('given')
  await admin.getByRole('link', { name: 'Edit Given Painter' }).press('Enter')
  await admin.getByRole('button', { name: 'Reset second factor' }).press('Enter')
  await Promise.all([
    admin.getByText('Second factor reset').first().waitFor(),
    giveReason(admin, 'Called back on the number in the contract'),
  ])
  const id = admin.url().split('/').at(-1)
  const told = async () => JSON.stringify(await callAsAdmin(admin, 'GET', `/api/admin/audit/?search=${id}&limit=1`))
  await expect.poll(told).toContain('Called back on the number in the contract')
})

it('categories are added, renamed and put in another order', async () => {
  const names = async () =>
    (await callAsAdmin(admin, 'GET', '/api/categories/')).data.map((one: { name: string }) => one.name)
  const before: string[] = await names()
  const last = before.length + 1
  await admin.goto(product.adminUrl + adminAddressOf('settings'))
  await admin.getByRole('button', { name: 'Add category' }).press('Enter')
  await admin.getByLabel(`Category ${last}`).fill('Murals')
  const form = admin.locator('form').filter({ has: admin.getByRole('button', { name: 'Add category' }) })
  const save = form.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expect.poll(names).toEqual([...before, 'Murals'])
  await admin.reload()
  await admin.getByRole('button', { name: 'Move Murals up' }).press('Enter')
  await admin.getByLabel(`Category ${last - 1}`).fill('Wall art')
  await save.press('Enter')
  await expect.poll(names).toEqual([...before.slice(0, -1), 'Wall art', before.at(-1)])
})

it('buying and creating are stopped with a reason, the fee is changed, and both are taken back', async () => {
  const settings = async () => (await callAsAdmin(admin, 'GET', '/api/settings/')).data
  await admin.goto(product.adminUrl + adminAddressOf('settings'))
  for (const [name, field] of [
    ['Stop buying', 'buying_stopped'],
    ['Stop creating', 'creating_stopped'],
  ] as const) {
    await stopAndResume(admin, name, async () => (await settings())[field])
  }
  for (const [typed, bps] of [
    ['3.25', 325],
    ['2.5', 250],
  ] as const) {
    await admin.getByLabel('Platform fee').fill(typed)
    await admin.getByLabel('Platform fee').press('Enter')
    await expect.poll(async () => (await settings()).platform_fee_bps).toBe(bps)
    await admin.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  }
})

it('a job that was given up is tried again', async () => {
  const retried = await pretendGivenUpJob(admin)
  await admin.goto(product.adminUrl + adminAddressOf('jobs'))
  const row = admin.getByRole('row').filter({ hasText: 'pin-file' })
  await row.getByText('no such host').waitFor()
  await row.getByRole('button', { name: 'Retry' }).press('Enter')
  await admin.getByText('Nothing was given up.').waitFor()
  expect(retried).toEqual(['/api/admin/jobs/j1/retry/'])
  await admin.unroute('**/api/admin/jobs/**')
})

it('what an operator changes is on the market without a restart', async () => {
  const visitor = await visit()
  await admin.goto(product.adminUrl + adminAddressOf('settings'))
  await admin.getByLabel('Banner').fill('We move house on Sunday')
  await admin.getByLabel('Banner').press('Tab')
  await admin.keyboard.press('Enter')
  await admin.getByText('Settings saved').first().waitFor()
  await admin.getByRole('link', { name: 'Edit Terms of service' }).press('Enter')
  await admin.getByLabel('Text').fill('# Terms of service\n\nBe **kind**. <b>No HTML</b>')
  await admin.getByRole('article', { name: 'Preview' }).getByText('kind', { exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Save' }).press('Enter')
  await admin.getByText('Version 1').waitFor()
  await visitor.page.goto(product.url + addressOf('terms'))
  await visitor.page.getByText('We move house on Sunday').waitFor()
  await visitor.page.getByText('Be kind. <b>No HTML</b>').waitFor()

  await admin.getByRole('button', { name: 'Put into the editor: version 0' }).press('Enter')
  await admin.getByRole('button', { name: 'Save' }).press('Enter')
  await admin.getByText('Version 2').waitFor()
  await admin.goto(product.adminUrl + adminAddressOf('settings'))
  await admin.getByLabel('Banner').fill('')
  await admin.getByRole('button', { name: 'Save' }).first().press('Enter')
  await admin.getByText('Settings saved').first().waitFor()
  await seeInAudit(admin, product, ['settings.change', 'page.save', 'nft.taken_down'])
})

it('an admin who loses the role in the middle of the work is told so', async () => {
  const { data } = await callAsAdmin(admin, 'GET', '/api/users/?search=kasun@demo.test')
  const setAdmin = (is_admin: boolean) => callAsAdmin(admin, 'PUT', `/api/users/${data[0].id}/`, { is_admin })
  await setAdmin(true)
  const { page } = await visit()
  await adminSignIn(page, product, SECOND_ADMIN)
  await setAdmin(false)
  const told = page.getByText('This account is not an admin')
  await page.getByRole('link', { name: 'Users' }).or(told).first().click()
  await told.waitFor()
})
