import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeErrorResult, type Hex, parseAbi, parseTransaction, size } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withdrawNft } from '../../src/catalogue/withdrawals/withdraw-nft.ts'
import { WITHDRAWAL_GAS_MAX } from '../../src/custody/evm/prepare/prepare-withdrawal.ts'
import { inTransaction } from '../../src/db/client.ts'
import { buildListing } from '../build-nft.ts'
import { buildCollector, buildToken, type Collector, getNft, readOwner } from '../build-token.ts'
import { callNode } from '../chain.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const OFFCHAIN_LOOKUP = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])
const ENDLESS: Hex = '0x5b600056'
const REFUSES: Hex = '0x60006000fd'
/** Answers with 200 KB of zeros. */
const TALKATIVE: Hex = '0x62030d406000f3'
/** Accepts where gas costs nothing, as in a call that is only tried. */
const REFUSES_IN_BLOCKS: Hex = '0x3a60145763150b7a0260e01b60005260206000f35b600080fd'
const REFUSED = { status: 400, body: { errors: [{ address: ['This contract does not accept NFTs'] }] } }

const DAY_MS = 86_400_000

let connections = 0
let redirecting: Server
let target: Server
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

beforeAll(async () => {
  target = createServer((_, response) => void response.end(JSON.stringify({ data: '0x' })))
  redirecting = createServer((_, response) => void response.writeHead(302, { location: originOf(target) }).end())
  for (const server of [target, redirecting]) {
    server.on('connection', () => connections++)
    // A connection that is kept open from before counts as well.
    server.on('request', () => connections++)
    await listen(server)
  }
})
beforeEach(() => {
  connections = 0
})
afterAll(async () => {
  for (const server of [target, redirecting]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const setCode = (address: Hex, code: Hex) => callNode(t.ctx.chains.POLYGON.rpcUrl, 'anvil_setCode', [address, code])

async function buildContract(code: Hex): Promise<Hex> {
  const address = privateKeyToAddress(generatePrivateKey())
  await setCode(address, code)
  return address
}

/** Reverts every call with OffchainLookup (EIP-3668), which asks the caller to fetch these URLs. */
function lookupCode(sender: Hex, urls: string[]): Hex {
  const data = encodeErrorResult({ abi: OFFCHAIN_LOOKUP, args: [sender, urls, '0x', '0x00000000', '0x'] })
  const length = size(data).toString(16).padStart(4, '0')
  return `0x61${length}600e60003961${length}6000fd${data.slice(2)}`
}

async function buildLookup(): Promise<Hex> {
  const address = await buildContract(REFUSES)
  await makeLookup(address)
  return address
}

const makeLookup = (address: Hex) =>
  setCode(address, lookupCode(address, [`${originOf(redirecting)}/{sender}/{data}.json`, originOf(target)]))

const withdraw = (nft: { id: string }, by: Collector, address: string) =>
  t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: by.headers, body: { address } })

const readWithdrawal = async (nft: { id: string }, by: Collector) =>
  (await t.call('GET', `/api/nfts/${nft.id}/withdraw/`, { headers: by.headers })).body.data

test('a receiver that asks for URLs (EIP-3668) has none of them fetched', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const lookup = await buildLookup()
  expect(await withdraw(nft, owner, lookup)).toMatchObject(REFUSED)
  expect(connections).toBe(0)
})

test('a receiver that asks for URLs only once the withdrawal is under way has none of them fetched', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const address = privateKeyToAddress(generatePrivateKey())
  expect(await withdraw(nft, owner, address)).toMatchObject({ status: 201 })
  await makeLookup(address)
  await t.runJobs()
  expect(await readWithdrawal(nft, owner)).toMatchObject({ status: 'FAILED' })
  expect(connections).toBe(0)
})

test('no client of the chains follows OffchainLookup', async () => {
  const lookup = await buildLookup()
  const { client, outside, contract } = t.ctx.chains.POLYGON
  for (const one of [client, outside]) await expect(one.call({ account: contract, to: lookup })).rejects.toThrow()
  expect(connections).toBe(0)
})

test('a royalty address that is a contract is never called', async () => {
  const creator = await buildCollector(t)
  await buildToken(t, { creator })
  const lookup = await buildLookup()
  const body = { address: lookup }
  const named = await t.call('PUT', '/api/accounts/cryptos/royalty_address/', { headers: creator.headers, body })
  expect(named).toMatchObject({ status: 200 })
  await t.runJobs()
  expect(connections).toBe(0)
})

test('the chain is asked about an address only for who owns the NFT, may send it now and is stepped up', async () => {
  const [owner, stranger] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: owner })
  const lookup = await buildLookup()
  const asked = vi.spyOn(t.ctx.chains.POLYGON.outside, 'request')
  expect(await withdraw(nft, stranger, lookup)).toMatchObject({ status: 403 })
  const stale = t.ctx.db.updateTable('sessions').set({ second_factor_at: null })
  await stale.where('user_id', '=', stranger.id).execute()
  expect(await withdraw(nft, stranger, lookup)).toMatchObject({ status: 403, body: { meta: { step_up: true } } })
  await buildListing(t, { nft, buyer: stranger, status: 'PAYMENT_PROCESSING' })
  expect(await withdraw(nft, owner, lookup)).toMatchObject({ status: 409 })
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

/** One that a time-out had ended would be let pass, as where no node answers. */
test('a receiver that computes without end, or answers without end, is refused before any time-out', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  for (const code of [ENDLESS, TALKATIVE])
    expect(await withdraw(nft, owner, await buildContract(code))).toMatchObject(REFUSED)
})

test('a receiver that burns gas once the withdrawal is under way costs the platform nothing', async () => {
  const owner = await buildCollector(t)
  const [nft, next] = [await buildToken(t, { creator: owner }), await buildToken(t, { creator: owner })]
  const [burner, wallet] = [1, 2].map(() => privateKeyToAddress(generatePrivateKey())) as [Hex, Hex]
  await withdraw(nft, owner, burner)
  await withdraw(next, owner, wallet)
  await setCode(burner, ENDLESS)
  await t.runJobs()
  expect(await readWithdrawal(nft, owner)).toMatchObject({ status: 'FAILED', tx_id: null })
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: owner.id })
  expect(await readOwner(t, next)).toBe(wallet)
  const sent = await t.ctx.db.selectFrom('chain_transactions').select('raw').execute()
  for (const { raw } of sent) expect(parseTransaction(raw as Hex).gas).toBeLessThanOrEqual(WITHDRAWAL_GAS_MAX)
})

/** To a receiver that refuses in the block, until it has failed. */
async function withdrawInVain(nft: { id: string }, owner: Collector): Promise<void> {
  expect(await withdraw(nft, owner, await buildContract(REFUSES_IN_BLOCKS))).toMatchObject({ status: 201 })
  for (let round = 0; round < 10 && (await readWithdrawal(nft, owner)).status !== 'FAILED'; round++) {
    await t.runJobs()
    t.clock.advance(60_000)
  }
  expect(await readWithdrawal(nft, owner)).toMatchObject({ status: 'FAILED' })
}

test('a receiver that refuses only what is in a block costs three transactions, not one every few minutes', async () => {
  vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  await withdrawInVain(nft, owner)
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: owner.id })
  const sent = t.ctx.db
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
    .select('is_success')
    .where('nft_id', '=', nft.id)
    .where('chain_intents.kind', '=', 'WITHDRAW')
  expect(await sent.execute()).toEqual(Array.from({ length: 3 }, () => ({ is_success: false })))
  vi.restoreAllMocks()
})

test('who sent to three such receivers within a day waits with every NFT until the day is over', async () => {
  vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
  const owner = await buildCollector(t)
  const [nft, other] = [await buildToken(t, { creator: owner }), await buildToken(t, { creator: owner })]
  const wallet = privateKeyToAddress(generatePrivateKey())
  const startedMs = t.clock.now().getTime()
  for (let count = 0; count < 3; count++) await withdrawInVain(nft, owner)
  // Those that are not at their end yet count, too.
  await t.ctx.db.updateTable('chain_intents').set({ status: 'SENT' }).where('user_id', '=', owner.id).execute()
  const refused = await withdraw(other, owner, wallet)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  const waitMs = Number(refused.headers['retry-after']) * 1_000
  expect(t.clock.now().getTime() + waitMs).toBeGreaterThanOrEqual(startedMs + DAY_MS)
  t.clock.advance(waitMs)
  // The session is over by then.
  const request = { userId: owner.id, nftId: other.id, to: wallet }
  await inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, request))
  vi.restoreAllMocks()
})

test('a member may ask so often an hour, and a stored answer costs none of it', async () => {
  const owner = await buildCollector(t)
  const [nft, kept] = [await buildToken(t, { creator: owner }), await buildToken(t, { creator: owner })]
  const refusing = await buildContract(REFUSES)
  const headers = { ...owner.headers, 'idempotency-key': 'leaves-once' }
  const leave = () =>
    t.call('POST', `/api/nfts/${nft.id}/withdraw/`, {
      headers,
      body: { address: privateKeyToAddress(`0x${'11'.repeat(32)}`) },
    })
  const first = await leave()
  expect(first).toMatchObject({ status: 201 })
  for (let count = 1; count < t.ctx.config.limits.withdrawalChecksPerHour; count++)
    expect(await withdraw(kept, owner, refusing)).toMatchObject(REFUSED)
  const over = await withdraw(kept, owner, refusing)
  expect(over).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  expect((await leave()).body).toEqual(first.body)
})
