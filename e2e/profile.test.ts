import { addressOf } from '@verso/protocol/pages/pages'
import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openProduct, type ProductContext } from '../server/test/open-product.ts'
import { expectNoFault } from './accessibility.ts'
import { enterCode, type NewMember } from './steps/sign-in-steps.ts'
import { signInByApi } from './api-member.ts'
import { at } from './at-page.ts'
import { type Visit, visit } from './browser.ts'
import { joinByKeys } from './steps/keyboard-steps.ts'
import { readOutbox } from './outbox.ts'

const BIO = 'I paint the hour before the monsoon. '.repeat(5).trim()

const product = inject('product')
const member: NewMember = { email: 'keys@example.test', password: 'only-by-keys-1', phone: '+94771555011' }
let ctx: ProductContext
let opened: Visit
let page: Page

beforeAll(async () => {
  ctx = await openProduct(product.dataDir)
  opened = await visit()
  page = opened.page
})
afterAll(async () => {
  await ctx?.close()
})

const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const see = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const openSettings = () => page.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
const now = () => new Date().toISOString()

it('a person joins by keys alone', () => joinByKeys(page, product.url, member))

it('a name, a bio that is long enough and two pictures are on the profile', async () => {
  await openSettings()
  await page.getByLabel('Display name').fill('Nimali Keys')
  await page.getByLabel('Bio').fill('Too short')
  await see('9 / at least 150')
  await press('Save')
  await see('Bio must be at least 150 characters')
  await page.locator('[name=bio]:focus').waitFor()
  await page.getByLabel('Bio').fill(BIO)
  await see(`${BIO.length} / at most 2000`)
  await pick('Change picture', 'Profile picture', { width: 400, height: 400 })
  await pick('Change cover', 'Cover image', { width: 1440, height: 400 })
  await press('Save')
  await see('Profile updated successfully!')
  await page.waitForURL(at('user'))
  await see('Nimali Keys')
  await see(BIO)
  const pictures = page.getByRole('main').locator('img')
  await expect.poll(() => pictures.evaluateAll(areDrawn)).toEqual([true, true])
  for (const picture of await page.evaluate(readPictures)) {
    const { exif, format } = await sharp(Buffer.from(picture, 'base64')).metadata()
    expect([exif, format]).toEqual([undefined, 'png'])
  }
})

it('a new password asks for a second factor first', async () => {
  await forgetSecondFactor()
  await openSettings()
  await press('Change password')
  await page.getByLabel('Current password').fill(member.password)
  member.password = 'only-by-keys-2'
  await page.getByLabel('New password').fill(member.password)
  await page.getByLabel('Confirm password').fill(member.password)
  const sentSince = now()
  await press('Save password')
  await dialog('Please confirm it is you.')
    .getByText(/^Enter the 6-digit code we sent/)
    .waitFor()
  await expectNoFault(page)
  await enterCode(page, await readOutbox(product.url, member.phone, 'code', sentSince))
  await see('Password changed')
  await page.getByRole('button', { name: 'Change password' }).waitFor()
})

it('one takes along a copy of everything, ends a session elsewhere, and cannot leave with an order open', async () => {
  const elsewhere = await signInByApi(product.url, member)
  await openSettings()
  const download = page.waitForEvent('download')
  await press('Download my data')
  const file = await download
  expect(file.suggestedFilename()).toBe('my-data.json')
  expect(await readFile(await file.path(), 'utf8')).toContain(member.email)

  const other = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'End', exact: true }) })
  await other.getByRole('button', { name: 'End', exact: true }).click()
  await dialog('End this session?').getByRole('button', { name: 'End', exact: true }).click()
  await see('Session ended')
  await other.waitFor({ state: 'detached' })
  await expect(elsewhere.call('GET', '/api/users/me/')).rejects.toThrow('answered 401')

  const ordered = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('adminToken')}`,
      'content-type': 'application/json',
    }
    const answer = await fetch('/api/accounts/credits/', { method: 'PUT', headers, body: '{"amount":5}' })
    // To the browser a request is open until its answer has been read.
    await answer.text()
    return answer.status
  })
  expect(ordered).toBe(200)
  await press('Delete my account')
  const remaining = dialog('Your account cannot be deleted yet')
  await remaining.getByRole('link', { name: /^1 open order/ }).waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await remaining.waitFor({ state: 'detached' })
})

it('a passkey is added, a new phone confirmed, and the passkey stands in for the code', async () => {
  await addAuthenticator()
  await press('Passkey')
  await see('Passkey added')
  await dialog('Your recovery codes').getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Remove Passkey' }).waitFor()

  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByLabel('Mobile number').fill('+94771555012')
  const sentSince = now()
  await press('SEND THE CODE')
  await page.waitForURL(at('verifyMobile'))
  await enterCode(page, await readOutbox(product.url, '+94771555012', 'code', sentSince))
  await page.waitForURL(at('signIn'))
  await page.getByRole('main').getByText('Phone number verified! Signin to continue').waitFor()

  await page.getByLabel('Username').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await press('SIGN IN')
  await page.waitForURL(at('verifyOtp'))
  await press('Use a passkey')
  await page.waitForURL(at('home'))
  await page.getByRole('link', { name: 'CREATE' }).first().waitFor()
})

async function pick(button: string, title: string, size: { width: number; height: number }): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const buffer = await sharp({ create: { ...size, channels: 3, background: '#0a7d8c' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 55/1 0/1' } })
    .png()
    .toBuffer()
  expect((await sharp(buffer).metadata()).exif).toBeDefined()
  await dialog(title).locator('input[type=file]').setInputFiles({ name: 'plain.png', mimeType: 'image/png', buffer })
  await dialog(title).getByText('plain.png').waitFor()
  await expectNoFault(page)
  await dialog(title).getByRole('button', { name: 'Select' }).click()
  await dialog(title).waitFor({ state: 'detached' })
}

const areDrawn = (images: Element[]) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)

/** The two pictures of the profile as everybody can fetch them, in base64. */
async function readPictures(): Promise<string[]> {
  const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
  const read = async (path: string) => (await (await fetch(path, { headers })).json()).data
  const { avatar, header_image } = await read('/api/users/me/')
  const fetchAll = [avatar, header_image].map(async (id) => {
    const { url } = await read(`/api/files/${id}/`)
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Promise.all(fetchAll)
}

/** As a quarter of an hour would. */
async function forgetSecondFactor(): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ second_factor_at: new Date(0) })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', member.email))
    .execute()
}

/** A device with a passkey of its own that says yes to everything. */
async function addAuthenticator(): Promise<CDPSession> {
  const devtools = await opened.context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}
