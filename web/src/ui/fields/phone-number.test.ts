import { expect, test } from 'vitest'
import { readPhone } from './phone-number.ts'

test.each([
  ['771234567', 'lk', '+94771234567'],
  ['77 123 45 67', 'lk', '+94771234567'],
  ['077 123 4567', 'lk', '+94771234567'],
  ['94771234567', 'lk', '+94771234567'],
  ['12', 'lk', '+9412'],
  ['+94 771234567', 'lk', '+94771234567'],
  ['+94 0771234567', 'lk', '+94771234567'],
  ['+94 +94771234567', 'lk', '+94771234567'],
  ['+999123', 'lk', '+999123'],
  ['+44 7911 123456', 'gb', '+447911123456'],
  ['0044 7911 123456', 'gb', '+447911123456'],
  ['', 'lk', ''],
])('%s typed with Sri Lanka chosen is of %s: %s', (text, iso2, phone) => {
  expect(readPhone(text, 'lk')).toEqual({ iso2, phone })
})

test('a number is accepted again after the country was changed by a wrong one', () => {
  const wrong = readPhone('+7 7712345', 'lk')
  expect(wrong.iso2).not.toBe('lk')
  expect(readPhone('+94 771234567', wrong.iso2)).toEqual({ iso2: 'lk', phone: '+94771234567' })
  expect(readPhone('7012345678', 'kz').phone).toBe('+77012345678')
})
