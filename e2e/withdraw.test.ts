import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { visitAsNew } from './api-member.ts'
import { createNftByClicking } from './steps/create-steps.ts'
import { readWalletAddress, topUpByApi } from './steps/wallet-steps.ts'
import {
  ageSecondFactor,
  confirmItIsMe,
  expectHeldOutside,
  findToken,
  openWithdrawForm,
  ownerOf,
  ownerOfByCast,
  sendFromOutside,
  withdrawTo,
} from './steps/withdraw-steps.ts'

const product = inject('product')
const LEAVER = { email: 'leaver@example.test', password: 'right-horse-9', phone: '+94771234569' }

it('a member leaves with a token, and it comes back when it is sent to the wallet here', async () => {
  const { page, member } = await visitAsNew(product.url, LEAVER)
  await topUpByApi(member, 5)
  const own = await readWalletAddress(page, product.url)
  await createNftByClicking(page, product.url, 'A Bird in a Hand')
  const nftId = page.url().split('/').at(-1) as string
  const token = await findToken(product.url, nftId)
  expect(await ownerOf(token)).toBe(own)

  const key = generatePrivateKey()
  const outside = privateKeyToAddress(key)
  await openWithdrawForm(page, own)
  await expectNoFault(page)
  await ageSecondFactor(product.dataDir, LEAVER.email)
  const sentSince = new Date().toISOString()
  await withdrawTo(page, outside)
  await confirmItIsMe(page, { productUrl: product.url, phone: LEAVER.phone, sentSince })
  await page.getByText(`Held outside: you sent this work to ${outside}.`).waitFor()
  expect(await ownerOf(token)).toBe(outside)
  expect(await ownerOfByCast(token)).toBe(outside)
  await expectHeldOutside(page, product.url, nftId)

  await sendFromOutside(token, { key, to: own })
  const readCustody = async () => (await (await fetch(`${product.url}/api/nfts/${nftId}/`)).json()).data.custody
  await expect.poll(readCustody).toBe('HELD')
  await page.reload()
  await page.getByRole('heading', { name: 'List this NFT' }).waitFor()
})
