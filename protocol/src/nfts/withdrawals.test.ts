import { expect, test } from 'vitest'
import { isChecksumRight } from '../chains/address-checksum.ts'
import { outsideAddress } from './withdrawals.ts'

// The examples of EIP-55.
const RIGHT = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test('an address with a letter in the wrong case is refused, one in a single case is not', () => {
  for (const address of RIGHT) {
    expect(isChecksumRight(address)).toBe(true)
    expect(isChecksumRight(address.toLowerCase())).toBe(true)
  }
  const mixed = RIGHT.slice(4)
  for (const address of mixed) {
    for (const [index, digit] of [...address].entries()) {
      if (index < 2 || !/[a-f]/i.test(digit)) continue
      const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
      expect(isChecksumRight(address.slice(0, index) + other + address.slice(index + 1))).toBe(false)
    }
  }
})

test.each([
  ['', 'Required'],
  ['   ', 'Required'],
  ['0x12', 'Invalid address'],
  ['vitalik.eth', 'Invalid address'],
  [`0x${'0'.repeat(40)}`, 'Nobody has this address: what is sent there is lost'],
  [
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'The checksum of this address is wrong: please check it for typing errors',
  ],
])('the address "%s" is refused in one sentence', (address, message) => {
  const { error } = outsideAddress.safeParse(address)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
