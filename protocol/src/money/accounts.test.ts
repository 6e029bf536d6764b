import { expect, test } from 'vitest'
import { fiatAccountBody } from './accounts.ts'

const BANK = {
  holder: 'Nimal Perera',
  account_number: '0212 030000',
  bank_name: 'Bank',
  country: 'lk',
  currency: 'lkr',
}

test('bank details name a country and a currency that exist', () => {
  expect(fiatAccountBody.parse(BANK)).toMatchObject({ country: 'LK', currency: 'LKR' })
  const refused = fiatAccountBody.safeParse({ ...BANK, country: 'ZZ', currency: 'AB1' })
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual(['Invalid country', 'Invalid currency'])
})

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE', true],
  ['gb29-NWBK-6016-1331-9268-19', 'GB', true],
  ['FR14 2004 1010 0505 0001 3M02 606', 'FR', true],
  ['DE89 3704 0044 0532 0130 01', 'DE', false],
  ['DE89 3704 0044 0532 0130 00', 'FR', false],
  ['DE89', 'DE', false],
  ['021000021-1234', 'US', true],
  ['LK-0012345678', 'LK', true],
  ['ABC-1234567', 'LK', true],
])('the account number %s of %s: %s', (account_number, country, isTaken) => {
  const { error } = fiatAccountBody.safeParse({ ...BANK, country, account_number })
  expect(error?.issues.map((issue) => issue.path)).toEqual(isTaken ? undefined : [['account_number']])
})

test('the holder and the bank are plain names', () => {
  const refused = fiatAccountBody.safeParse({ ...BANK, holder: 'A\nB', bank_name: '\u202Eknab' })
  expect(refused.error?.issues.map((issue) => issue.path[0])).toEqual(['holder', 'bank_name'])
})
