import { expect, test } from 'vitest'
import { BANK } from '../../../test/bank-details.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { giveEarnings } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { decryptDetails } from './fiat-crypto.ts'
import { opensBankDetails } from './opens-bank-details.ts'
import { rotateFiatKey } from './rotate-fiat-key.ts'

const t = useTestApp()
const OTHER_KEK = 'n'.repeat(40)

const addBank = async (member: Member): Promise<string> =>
  (await t.call('POST', '/api/accounts/fiats/', { token: member.tokens.access, body: BANK })).body.data.id
const rotate = (oldKek: string, newKek: string) =>
  t.ctx.db.transaction().execute((tx) => rotateFiatKey(tx, { oldKek, newKek, random: t.ctx.random }))
const opens = (kek: string) => opensBankDetails(t.ctx.db, kek)

test('bank details follow the key-encryption key, and no other opens them', async () => {
  const id = await addBank(await buildMember(t))
  const { walletKek } = t.ctx.config
  await rotate(walletKek, OTHER_KEK)
  const row = await t.ctx.db.selectFrom('fiat_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(decryptDetails(row.details_encrypted, { id, walletKek: OTHER_KEK }).holder).toBe('Nimal Perera')
  expect([await opens(OTHER_KEK), await opens(walletKek)]).toEqual([true, false])
  await rotate(OTHER_KEK, walletKek)
})

test('a member who was paid out and left leaves nothing to open: the key is still the right one, and can be changed', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const asAdmin = { token: admin.tokens.access, site: 'admin' } as const
  await addBank(member)
  await giveEarnings(t, { userId: member.id, amountCents: 1_000 })
  const token = member.tokens.access
  const payout = (await t.call('POST', '/api/payouts/', { token, body: { amount: 10 } })).body.data
  for (const body of [{ status: 'APPROVED' }, { status: 'PAID', reference: 'TX-1' }])
    await t.call('PUT', `/api/admin/payouts/${payout.id}/`, { ...asAdmin, body })
  expect((await t.call('DELETE', '/api/users/me/', { token })).status).toBe(200)

  const { walletKek } = t.ctx.config
  expect(await opens(walletKek)).toBe(true)
  await rotate(walletKek, OTHER_KEK)
  await rotate(OTHER_KEK, walletKek)
  const read = await t.call('GET', `/api/admin/payouts/${payout.id}/bank-details/`, asAdmin)
  expect([read.status, read.body.errors]).toEqual([404, ['Bank details needed']])
})
