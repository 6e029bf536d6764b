import { HttpRequestError } from 'viem'
import { expect, test } from 'vitest'
import { bareError, messageOf, withoutUrlSecrets } from './without-url-secrets.ts'

test.each([
  ['URL: https://polygon.example.com/v2/KEY', 'URL: https://polygon.example.com'],
  ['at https://KEY@rpc.example.com:8545/?token=KEY, twice', 'at https://rpc.example.com:8545 twice'],
  ['"https://rpc.example.com/KEY"', '"https://rpc.example.com"'],
  ['(see https://rpc.example.com).', '(see https://rpc.example.com'],
  ['postgres://verso:KEY@db.example.com:5432/verso?sslmode=require', 'postgres://db.example.com:5432'],
  ['postgres://verso:KE/KEY@db.example.com/verso', 'postgres://…'],
  ['postgresql:///verso?host=/run&password=KEY', 'postgresql://'],
  ['smtps://user%40host:KEY@mail.example.com', 'smtps://mail.example.com'],
  ['wss://[2001:db8::1]:8546/KEY', 'wss://[2001:db8::1]:8546'],
  ['https://user:KE/KEY@rpc.example.com', 'https://…'],
  ['at file:///srv/verso/main.ts:10:2', 'at file:///srv/verso/main.ts:10:2'],
  ['s3://bucket/KEY and http://127.0.0.1:9000/b?X-Amz-Signature=KEY', 's3://bucket and http://127.0.0.1:9000'],
])('%s', (text, expected) => {
  expect(withoutUrlSecrets(text)).toBe(expected)
  expect(withoutUrlSecrets(text)).not.toContain('KEY')
})

test("a node's error keeps its cause in words and nothing of its address", () => {
  const error = new HttpRequestError({ url: 'https://rpc.example.com/v2/KEY', body: { raw: 'KEY' }, status: 500 })
  expect(error.message).toContain('KEY')
  expect(messageOf(error)).not.toContain('v2')
  const bare = bareError(error)
  expect(Object.keys(bare)).toEqual(['name'])
  expect(bare.stack).not.toContain('v2/KEY')
})
