import { expect, test } from 'vitest'
import type { z } from 'zod'
import { createWalletBody, topupBody } from './money/accounts.ts'
import { fileMetadataBody } from './files.ts'
import { createNftBody, nftListQuery, reportBody } from './nfts.ts'
import { adminCreateUserBody, updateMeBody } from './users.ts'

/** The first message for a field, which is the one a client gets. */
function messageFor(schema: z.ZodType, body: Record<string, unknown>, field: string): string | undefined {
  return schema.safeParse(body).error?.issues.find((issue) => issue.path[0] === field)?.message
}
const ID = '01a1f973-f59a-770a-8de8-e19ee591e539'
const nft = { category: 1, chain: 'ETH', file: ID, thumbnail: ID, royalty: 5 }

test.each([
  [createNftBody, 'chain', undefined, 'Required'],
  [createNftBody, 'chain', 'BTC', 'Unknown chain'],
  [createNftBody, 'chain', 5, 'Unknown chain'],
  [createWalletBody, 'chain', 'BTC', 'Unknown chain'],
  [nftListQuery, 'chain', 'BTC', 'Unknown chain'],
  [createNftBody, 'category', undefined, 'Required'],
  [createNftBody, 'category', null, 'Required'],
  [createNftBody, 'category', '', 'Required'],
  [createNftBody, 'category', 1.5, 'Invalid value'],
  [createNftBody, 'category', [], 'Invalid value'],
  [createNftBody, 'category', 1e300, 'Invalid value'],
  [createNftBody, 'category', 2 ** 40, 'Unknown category'],
  [nftListQuery, 'category', 'abc', 'Invalid value'],
  [createNftBody, 'file', 5, 'Invalid value'],
  [createNftBody, 'royalty', [], 'Invalid format'],
  [createNftBody, 'cashback_value', 1, 'Must be the royalty times 100'],
  [createNftBody, 'cashback_value', 'x', 'Must be the royalty times 100'],
  [topupBody, 'amount', undefined, 'Please enter amount to topup'],
  [topupBody, 'amount', '', 'Please enter amount to topup'],
  [topupBody, 'amount', 1.005, 'At most 2 decimals'],
  [topupBody, 'amount', '1.005', 'At most 2 decimals'],
  [topupBody, 'amount', 'abc', 'Please enter amount to topup'],
  [topupBody, 'amount', -1, 'Minimum allowed amount is: 1'],
  [topupBody, 'amount', '9'.repeat(20), 'Maximum allowed amount is: 10000'],
  [reportBody, 'reason', undefined, 'Required'],
  [reportBody, 'reason', '', 'Required'],
  [reportBody, 'reason', ' ', 'Required'],
  [reportBody, 'reason', 7, 'Invalid value'],
  [reportBody, 'reason', 'x'.repeat(101), 'Too long'],
  [fileMetadataBody, 'name', 5, 'Invalid value'],
  [fileMetadataBody, 'name', ' ', 'Required'],
  [fileMetadataBody, 'description', [], 'Invalid value'],
] as const)('%#: what is said of a field', (schema, field, value, message) => {
  const others = schema === (createNftBody as unknown) ? nft : {}
  expect(messageFor(schema, { ...others, [field]: value }, field)).toBe(message)
})

test('an NFT may come without its cashback value, or with the right one', () => {
  for (const cashback_value of [undefined, null, 500, '500'])
    expect(createNftBody.safeParse({ ...nft, cashback_value }).success).toBe(true)
  expect(createNftBody.safeParse({ ...nft, royalty: 5.55, cashback_value: 5.55 * 100 }).success).toBe(true)
})

test('names hold nothing that hides or turns the text', () => {
  for (const hidden of ['\u202e', '\u2066', '\u200f', '\u0007', '\n', '\u0085']) {
    const text = `An${hidden}n`
    for (const field of ['first_name', 'last_name', 'display_name', 'occupation'])
      expect(messageFor(updateMeBody, { [field]: text }, field)).toBe('Invalid characters')
    expect(messageFor(fileMetadataBody, { name: text }, 'name')).toBe('Invalid characters')
    expect(messageFor(adminCreateUserBody, { display_name: text }, 'display_name')).toBe('Invalid characters')
  }
  expect(updateMeBody.safeParse({ display_name: 'Zoë 李 أحمد 👩‍🎨' }).success).toBe(true)
})
