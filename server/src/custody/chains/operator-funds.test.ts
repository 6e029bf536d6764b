import { expect, test } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { buildFile, buildListing } from '../../../test/build-nft.ts'
import { buildCollector, buildToken } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { throughAnswers } from '../../../test/through-node.ts'
import { inTransaction } from '../../db/client.ts'
import { checkHealth } from '../../health/check-health.ts'
import { assertOperatorFunded, checkOperatorFunds, findOperatorFunds } from './operator-funds.ts'

const t = useTestApp()
const own = useOwnSolana(t)

test('nothing new is begun on a chain whose signers are low on funds, until they are not', async () => {
  const seller = await buildCollector(t)
  const buyer = await buildCollector(t)
  const nft = await buildToken(t, { creator: seller })
  await buildListing(t, { nft })
  const { rpcUrl, settler } = t.ctx.chains.POLYGON
  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0x1'])
  const admin = await buildAdmin(t)
  await checkOperatorFunds(t.ctx, 'POLYGON')
  await checkOperatorFunds(t.ctx, 'POLYGON')
  const stored = t.ctx.db.selectFrom('settings').select('value').where('key', '=', 'operator_funds.POLYGON')
  // As a process of the version before reads it beside this one.
  expect((await stored.executeTakeFirstOrThrow()).value).toMatchObject({ isLow: true, needed: expect.any(String) })
  const mails = t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', admin.email)
  expect(await mails.execute()).toEqual([{ subject: expect.stringContaining('on Polygon: nothing can be created') }])
  const refused = await t.call('PUT', `/api/nfts/${nft.id}/`, { headers: buyer.headers, body: { purchasing: true } })
  expect(refused).toMatchObject({ status: 503, body: { errors: [expect.stringContaining('Polygon is paused')] } })
  await t.ctx.db.updateTable('nfts').set({ mint_status: 'FAILED' }).where('id', '=', nft.id).execute()
  const retried = await t.call('POST', `/api/nfts/${nft.id}/retry/`, { headers: seller.headers })
  expect(retried).toMatchObject({ status: 503, body: { errors: [expect.stringContaining('Polygon is paused')] } })
  const [file, thumbnail] = [await buildFile(t, { ownerId: seller.id }), await buildFile(t, { ownerId: seller.id })]
  const body = { file: file.id, thumbnail: thumbnail.id, category: 1, royalty: 5, chain: 'POLYGON' }
  const balances = t.ctx.db.selectFrom('ledger_accounts').selectAll().where('user_id', '=', seller.id)
  const before = await balances.execute()
  const create = () => t.call('POST', '/api/nfts/', { headers: seller.headers, body })
  const stopped = await create()
  expect(stopped).toMatchObject({ status: 503, body: { errors: [expect.stringContaining('Polygon is paused')] } })
  expect(await balances.execute()).toEqual(before)
  await expect(inTransaction(t.ctx.db, (tx) => assertOperatorFunded(tx, 'ETH'))).resolves.toBeUndefined()

  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0xd3c21bcecceda1000000'])
  await checkOperatorFunds(t.ctx, 'POLYGON')
  await expect(inTransaction(t.ctx.db, (tx) => assertOperatorFunded(tx, 'POLYGON'))).resolves.toBeUndefined()
  expect((await create()).status).not.toBe(503)
})

test('two processes that are the first to find it out write one mail', async () => {
  const { rpcUrl, settler } = t.ctx.chains.ETH
  const admin = await buildAdmin(t)
  await t.ctx.db.deleteFrom('settings').where('key', '=', 'operator_funds.ETH').execute()
  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0x1'])
  await Promise.all([checkOperatorFunds(t.ctx, 'ETH'), checkOperatorFunds(t.ctx, 'ETH')])
  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0xd3c21bcecceda1000000'])
  const mails = t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', admin.email)
  expect(await mails.execute()).toHaveLength(1)
})

test.skipIf(solanaProblem)('operators are told what each account wants, and which of them is low', async () => {
  const admin = await buildAdmin(t)
  const balances = { minter: 500_000_000n, settler: 1_500_000_000n }
  const ctx = throughAnswers(t, own, ({ method, params: [address] }) => {
    const isSettler = address === t.ctx.chains.SOL?.settler.address
    const value = isSettler ? balances.settler : balances.minter
    return method === 'getBalance' ? { result: { context: { slot: 1n }, value } } : undefined
  })
  await checkOperatorFunds(ctx, 'SOL')
  expect(await findOperatorFunds(t.ctx.db, 'SOL')).toMatchObject({
    isLow: true,
    needed: { minter: '0.800000000', settler: '0.210000000' },
  })
  const mails = t.ctx.db.selectFrom('messages').select('body_text as text').where('recipient', '=', admin.email)
  const { text } = await mails.executeTakeFirstOrThrow()
  expect(text).toMatch(/Minter \w+ has 0\.50*; it wants 0\.80*\./)
  expect(text).toMatch(/Settler \w+ has 1\.50*; it wants 0\.210*\./)
  const funds = (await checkHealth(ctx)).find(({ name, chain }) => name === 'funds' && chain === 'Solana')
  expect(funds?.detail).toBe('Minter 0.5 (wants 0.8), settler 1.5 (wants 0.21)')
})
