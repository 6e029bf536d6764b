import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Member } from '../../test/build-member.ts'
import { buildCollector, buildToken } from '../../test/build-token.ts'
import { outboxOf } from '../../test/outbox.ts'
import { useTestApp } from '../../test/test-app.ts'

const t = useTestApp()
const BANK = { holder: 'Ann Lee', country: 'US', currency: 'USD', account_number: '00012345678', bank_name: 'Bank' }
const mailsTo = async ({ email }: Member) =>
  (await outboxOf(t, email)).map(({ subject, text }) => `${subject}: ${text}`)

test('bank details that come or go are told to their owner, without the number', async () => {
  const member = await buildCollector(t)
  const { body } = await t.call('POST', '/api/accounts/fiats/', { headers: member.headers, body: BANK })
  expect(await mailsTo(member)).toEqual([
    expect.stringMatching(/^Your bank details were changed: .*ending in 5678 was added/s),
  ])
  await t.call('DELETE', `/api/accounts/fiats/${body.data.id}/`, { headers: member.headers })
  const mails = await mailsTo(member)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatch(/ending in 5678 was removed/)
  expect(mails.join()).not.toContain('00012345678')
})

test('a royalty address is told once, also when the call is repeated', async () => {
  const member = await buildCollector(t)
  const address = privateKeyToAddress(generatePrivateKey())
  for (let i = 0; i < 2; i++)
    await t.call('PUT', '/api/accounts/cryptos/royalty_address/', { headers: member.headers, body: { address } })
  expect(await mailsTo(member)).toEqual([
    expect.stringMatching(new RegExp(`^Your royalty address was set: .*${address}`, 's')),
  ])
})

test('a withdrawal is told when it starts, and not when it is refused', async () => {
  const member = await buildCollector(t)
  const nft = await buildToken(t, { creator: member })
  const withdraw = (address: string) =>
    t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: member.headers, body: { address } })
  expect((await withdraw(member.address)).status).toBe(400)
  expect(await mailsTo(member)).toEqual([])
  const address = privateKeyToAddress(generatePrivateKey())
  expect((await withdraw(address)).status).toBe(201)
  expect(await mailsTo(member)).toEqual([
    expect.stringMatching(new RegExp(`^A withdrawal was started: .*${address}`, 's')),
  ])
  const { data } = (await t.call('GET', '/api/users/me/security-events/', { headers: member.headers })).body
  expect(data).toMatchObject([{ kind: 'nft.withdraw', address: '127.0.0.1' }])
})
