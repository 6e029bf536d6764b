import { collectionAbi } from '@verso/contracts/collection'
import type { EvmChain } from '@verso/protocol/chains'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildCollector, buildMint, buildToken, type Collector } from '../../../test/build-token.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const PATH = '/api/accounts/cryptos/royalty_address/'
const outside = () => privateKeyToAddress(generatePrivateKey())
const name = ({ headers }: Collector, address: string) => t.call('PUT', PATH, { headers, body: { address } })

test('a creator names an outside address: on chain where they have minted, with the mint where they have not', async () => {
  const creator = await buildCollector(t)
  await buildWallet(t, { userId: creator.id, chain: 'ETH' })
  await buildToken(t, { creator })
  const address = outside()
  expect(await name(creator, address)).toMatchObject({ status: 200, body: { data: { address } } })
  await t.runJobs()
  expect(await payoutOf(creator, 'POLYGON')).toBe(address)
  expect(await listPayoutIntents(creator)).toMatchObject([{ chain: 'POLYGON', status: 'CONFIRMED', error: null }])

  await buildToken(t, { creator, chain: 'ETH' })
  expect(await payoutOf(creator, 'ETH')).toBe(address)
  expect((await t.call('GET', PATH, { headers: creator.headers })).body.data).toEqual({ address })
  const audit = t.ctx.db.selectFrom('audit_log').select(['after']).where('actor_id', '=', creator.id)
  expect(await audit.where('action', '=', 'royalty_address.set').execute()).toEqual([{ after: { address } }])
})

test('a mint under way carries the address, and nothing is left to do', async () => {
  const creator = await buildCollector(t)
  await buildMint(t, { creator })
  const address = outside()
  await name(creator, address)
  await t.runJobs()
  t.clock.advance(2_000)
  await t.runJobs()
  expect(await payoutOf(creator, 'POLYGON')).toBe(address)
  expect(await listPayoutIntents(creator)).toMatchObject([{ status: 'CONFIRMED' }])
})

test('it is named once; the same again changes nothing', async () => {
  const creator = await buildCollector(t)
  const address = outside()
  const answers = await Promise.all([name(creator, address), name(creator, outside())])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await t.call('GET', PATH, { headers: creator.headers })
  expect(await name(creator, body.data.address)).toMatchObject({ status: 200 })
  expect(await name(creator, outside())).toMatchObject({ status: 409 })
})

test('wallets here, the collection and what is no address are refused', async () => {
  const creator = await buildCollector(t)
  const other = await buildCollector(t)
  const refused = [other.address, creator.address, t.ctx.chains.ETH.contract, '', '0x12', `0x${'0'.repeat(40)}`]
  for (const address of refused) {
    expect(await name(creator, address)).toMatchObject({
      status: 400,
      body: { errors: [{ address: [expect.any(String)] }] },
    })
  }
  expect((await t.call('GET', PATH, { headers: creator.headers })).body.data).toEqual({ address: null })
})

test('a second factor is asked for', async () => {
  const creator = await buildCollector(t)
  await t.ctx.db.updateTable('sessions').set({ second_factor_at: null }).where('user_id', '=', creator.id).execute()
  expect(await name(creator, outside())).toMatchObject({ status: 403, body: { meta: { step_up: true } } })
})

async function payoutOf(creator: Collector, chain: EvmChain) {
  const { client, contract } = t.ctx.chains[chain]
  const { creator_number } = await t.ctx.db
    .selectFrom('users')
    .select('creator_number')
    .where('id', '=', creator.id)
    .executeTakeFirstOrThrow()
  const args = [BigInt(creator_number)] as const
  return client.readContract({ address: contract, abi: collectionAbi, functionName: 'creatorPayout', args })
}

const listPayoutIntents = (creator: Collector) =>
  t.ctx.db
    .selectFrom('chain_intents')
    .selectAll()
    .where('user_id', '=', creator.id)
    .where('kind', '=', 'SET_CREATOR_PAYOUT')
    .execute()
