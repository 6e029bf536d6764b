import { expect, test } from 'vitest'
import { fiatAccountBody } from './accounts.ts'

const BANK = {
  holder: 'Nimal Perera',
  account_number: 'LK0212030000',
  bank_name: 'Bank',
  country: 'lk',
  currency: 'lkr',
}

test('bank details name a country and a currency that exist', () => {
  expect(fiatAccountBody.parse(BANK)).toMatchObject({ country: 'LK', currency: 'LKR' })
  const refused = fiatAccountBody.safeParse({ ...BANK, country: 'ZZ', currency: 'AB1' })
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual(['Invalid country', 'Invalid currency'])
})
