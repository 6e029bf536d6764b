import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../db/client.ts'
import { createWalletAddressSweep } from './create-wallet-address.ts'

const t = useTestApp()
const WALLETS = '/api/accounts/cryptos/'
const RETRY_AFTER_MS = 299_000

test('a wallet is pending until a worker has made its address', async () => {
  const { headers } = await buildMember(t)
  const created = await t.call('POST', WALLETS, { headers, body: { chain: 'POLYGON' } })
  expect(created.status).toBe(201)
  expect(created.body.data).toMatchObject({ chain: 'POLYGON', public_address: null, created_at: expect.any(String) })
  await t.runJobs()
  const list = await t.call('GET', WALLETS, { headers })
  expect(list.body.data).toEqual([
    { ...created.body.data, public_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
  ])
  expect(list.body.meta).toEqual({ next_cursor: null, total: 1 })
})

test('a lost job is made up for by the sweep', async () => {
  const member = await buildMember(t)
  await t.call('POST', WALLETS, { headers: member.headers, body: { chain: 'ETH' } })
  await t.ctx.jobs.boss.fetch('create-wallet-address', { batchSize: 100 })
  await t.runJobs()
  const { body } = await t.call('GET', WALLETS, { headers: member.headers })
  expect(body.data[0].public_address).not.toBeNull()
})

test('a wallet whose address cannot be made does not block the others, and is tried again', async () => {
  const members = [await buildMember(t), await buildMember(t), await buildMember(t)]
  for (const { headers } of members) await t.call('POST', WALLETS, { headers, body: { chain: 'POLYGON' } })
  await t.ctx.jobs.boss.fetch('create-wallet-address', { batchSize: 100 })
  const rows = t.ctx.db.selectFrom('wallets').select('id').where('due_at', 'is not', null).orderBy('due_at')
  const waiting = await rows.execute()
  const [bad, ...good] = waiting as [{ id: string }, ...typeof waiting]
  const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  await sql`alter table wallets add constraint bad check (id <> ${sql.lit(bad.id)} or public_address is null)`.execute(
    owner,
  )
  const failed = createWalletAddressSweep.run(t.ctx)
  await expect(failed).rejects.toThrow(`1 of ${waiting.length} rows failed, ${bad.id} first`)
  for (const { id } of good) expect(await addressOf(id)).toMatch(/^0x/)
  await sql`alter table wallets drop constraint bad`.execute(owner)
  await owner.destroy()
  await createWalletAddressSweep.run(t.ctx)
  expect(await addressOf(bad.id)).toBeNull()
  t.clock.advance(60_000)
  await createWalletAddressSweep.run(t.ctx)
  expect(await addressOf(bad.id)).toMatch(/^0x/)
})

const addressOf = async (id: string) =>
  (await t.ctx.db.selectFrom('wallets').select('public_address').where('id', '=', id).executeTakeFirstOrThrow())
    .public_address

test('no two wallets share an address, not even those of one member', async () => {
  const members = [await buildMember(t), await buildMember(t)]
  for (const { headers } of members) {
    for (const chain of ['POLYGON', 'ETH']) await t.call('POST', WALLETS, { headers, body: { chain } })
  }
  await t.runJobs()
  const lists = await Promise.all(members.map(({ headers }) => t.call('GET', WALLETS, { headers })))
  const addresses = lists.flatMap(({ body }) =>
    body.data.map((wallet: { public_address: string }) => wallet.public_address),
  )
  expect(new Set(addresses).size).toBe(4)
})

test('the chain is required, live, and taken once', async () => {
  const { headers } = await buildMember(t)
  const required = await t.call('POST', WALLETS, { headers, body: {} })
  expect(required).toMatchObject({ status: 400, body: { errors: [{ chain: ['Required'] }] } })
  const solana = await t.call('POST', WALLETS, { headers, body: { chain: 'SOL' } })
  expect(solana).toMatchObject({ status: 400, body: { errors: [{ chain: ['Solana is not available yet'] }] } })
  await t.call('POST', WALLETS, { headers, body: { chain: 'POLYGON' } })
  const second = await t.call('POST', WALLETS, { headers, body: { chain: 'POLYGON' } })
  expect(second).toMatchObject({ status: 409, body: { errors: ['You already have a wallet on Polygon'] } })
})

test('of two requests at once for one chain, one makes the wallet', async () => {
  const { headers } = await buildMember(t)
  const body = { chain: 'POLYGON' }
  const answers = await Promise.all([
    t.call('POST', WALLETS, { headers, body }),
    t.call('POST', WALLETS, { headers, body }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('the address is asked for again after 5 minutes minus 1 second, and not before', async () => {
  const member = await buildMember(t)
  const wallet = await buildWallet(t, { userId: member.id, isPending: true })
  const path = `${WALLETS}${wallet.id}/public_address/`
  const early = await t.call('PUT', path, { headers: member.headers })
  expect(early.status).toBe(429)
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(290)
  await t.ctx.db
    .updateTable('wallets')
    .set({ created_at: new Date(t.clock.now().getTime() - RETRY_AFTER_MS) })
    .where('id', '=', wallet.id)
    .execute()
  const late = await t.call('PUT', path, { headers: member.headers })
  expect(late).toMatchObject({ status: 200, body: { data: { id: wallet.id, public_address: null } } })
  await t.runJobs()
  expect(await t.call('PUT', path, { headers: member.headers })).toMatchObject({ status: 409 })
})

test("another member's wallet is not found", async () => {
  const [owner, other] = [await buildMember(t), await buildMember(t)]
  const wallet = await buildWallet(t, { userId: owner.id, isPending: true })
  const path = `${WALLETS}${wallet.id}/public_address/`
  expect(await t.call('PUT', path, { headers: other.headers })).toMatchObject({ status: 404 })
  expect((await t.call('GET', WALLETS, { headers: other.headers })).body.data).toEqual([])
})
