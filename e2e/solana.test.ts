import { addressOf } from '@verso/protocol/pages/pages'
import { expect, inject, it } from 'vitest'
import { visitAs } from './api-member.ts'
import { createNftByClicking } from './steps/create-steps.ts'
import { payByCard } from './steps/pay-steps.ts'

/** The demo's numbers are given out in the order of its members. */
const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

const product = inject('product')

it('a work is made on Solana, sold by card, and its buyer verifies it', async () => {
  const { page: seller } = await visitAs(product.url, CREATOR)
  await createNftByClicking(seller, product.url, 'Salt Flat, Early', undefined, async () => {
    await seller.getByRole('button', { name: 'More', exact: true }).click()
    await seller.getByLabel('Chain', { exact: true }).selectOption({ label: 'Solana' })
  })
  const nftId = seller.url().split('/').at(-1) ?? ''
  await seller.getByLabel('Listing price').fill('25')
  await seller.getByRole('button', { name: 'List', exact: true }).click()
  await seller.getByRole('dialog', { name: 'Confirm NFT listing' }).getByRole('button', { name: 'Okay' }).click()
  await seller.getByRole('button', { name: 'Unlist' }).waitFor()

  const { page: buyer } = await visitAs(product.url, BUYER)
  await buyer.goto(product.url + addressOf('nft', { nftId }))
  await buyer.getByRole('button', { name: 'Buy now' }).first().click()
  await payByCard(buyer)
  await buyer.getByRole('heading', { name: "It's yours" }).waitFor()

  await buyer.goto(product.url + addressOf('nft', { nftId }))
  await buyer.getByRole('button', { name: 'Advance Details' }).click()
  const details = buyer.getByRole('dialog')
  await details.getByText('Token-2022').waitFor()
  await details.getByRole('button', { name: 'Verify it yourself' }).click()
  await details.getByText('Everything matches: file, metadata and token belong together.').waitFor()
  const found = await details.locator('[data-check=owner] dd').textContent()
  expect(found).toMatch(BASE58)
  expect(await details.locator('[data-check][data-status=right]').count()).toBe(7)
})
