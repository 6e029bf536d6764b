import { createDefaultRpcTransport, getTransactionDecoder, type RpcTransport } from '@solana/kit'
import { describe, expect, test, vi } from 'vitest'
import { createFaultyTransport } from '../../../../solana/test/faulty-transport.ts'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../test/build-token.ts'
import { buildOutsider } from '../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { passSlots } from '../../../test/solana-slots.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { through, throughAnswers } from '../../../test/through-node.ts'
import { adapterOf } from '../chains/adapter-of.ts'
import { runSender } from '../chains/run-sender.ts'
import type { CustodyContext } from '../outcomes.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const COUNT = 6
const MAX_ROUNDS = 400

/** A node that lags, loses answers and refuses. */
function throughFaults(seed: number): { ctx: CustodyContext; faults: () => number } {
  const { transport, faults } = createFaultyTransport(own.rpcUrl(), seededRandom(seed))
  for (const level of ['warn', 'error'] as const) vi.spyOn(t.ctx.log, level).mockImplementation(() => undefined)
  return { ctx: through(t, own, transport), faults }
}

/** @returns what was sent to the node with all its signatures while the books did not have it */
function watchUnstored(): { ctx: CustodyContext; unstored: string[]; tried: string[] } {
  const inner = createDefaultRpcTransport({ url: own.rpcUrl() })
  const unstored: string[] = []
  const tried: string[] = []
  const transport = (async (request: Parameters<RpcTransport>[0]) => {
    const { method, params } = request.payload as { method: string; params: [string] }
    if (method === 'simulateTransaction' || method === 'sendTransaction') {
      const [raw] = params
      const { signatures } = getTransactionDecoder().decode(Buffer.from(raw, 'base64'))
      const stored = await t.ctx.db.selectFrom('chain_transactions').select('id').where('raw', '=', raw).execute()
      tried.push(method)
      if (stored.length === 0 && Object.values(signatures).every((signature) => signature !== null)) unstored.push(raw)
    }
    return inner(request)
  }) as RpcTransport
  return { ctx: through(t, own, transport), unstored, tried }
}

describe.skipIf(solanaProblem)('through a faulty node', () => {
  test('each mint and each sale happens once, through all crashes', async () => {
    const [creator, buyer] = [await buildCollector(t, { chain: 'SOL' }), await buildCollector(t, { chain: 'SOL' })]
    const { ctx, faults } = throughFaults(7)
    const nfts = []
    for (let count = 0; count < COUNT; count++) nfts.push(await buildMint(t, { creator, chain: 'SOL' }))
    await runUntilDone(ctx)
    const sales = []
    for (const nft of nfts) sales.push(await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer }))
    await runUntilDone(ctx)
    for (const nft of nfts) expect(await readOwner(t, nft)).toBe(buyer.address)
    for (const sale of sales) expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    const moves = t.ctx.db.selectFrom('chain_transfers').select('token_id').where('chain', '=', 'SOL')
    expect(await moves.execute()).toHaveLength(2 * COUNT)
    expect(faults()).toBeGreaterThan(10)
  })
})

test.skipIf(solanaProblem)('a node gets no bytes that it could send on before they are stored', async () => {
  const creator = await buildCollector(t, { chain: 'SOL' })
  const { ctx, unstored, tried } = watchUnstored()
  await buildMint(t, { creator, chain: 'SOL' })
  await runUntilDone(ctx)
  expect(new Set(tried)).toEqual(new Set(['simulateTransaction', 'sendTransaction']))
  expect(unstored).toEqual([])
})

test.skipIf(solanaProblem)(
  'a token is followed also where a page does not hold all that named its account',
  async () => {
    const chain = 'SOL'
    const creator = await buildCollector(t, { chain })
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => buildOutsider(t, chain)))
    if (!first || !second || !third) throw new Error('unreachable')
    const nft = await buildToken(t, { creator, chain })
    const body = { address: first.address }
    await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: creator.headers, body })
    await t.runJobs()
    await first.send(nft.token_id, second.address)
    await second.send(nft.token_id, first.address)
    await first.send(nft.token_id, third.address)
    const inner = createDefaultRpcTransport({ url: own.rpcUrl() })
    const ctx = through(t, own, (async (request: Parameters<RpcTransport>[0]) => {
      const { payload } = request as { payload: { method: string; params: [string, object] } }
      if (payload.method !== 'getSignaturesForAddress') return inner(request)
      const [address, config] = payload.params
      return inner({ ...request, payload: { ...payload, params: [address, { ...config, limit: 1 }] } })
    }) as RpcTransport)
    await adapterOf(ctx, chain).index(ctx)
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: third.address })
    const moves = t.ctx.db.selectFrom('chain_transfers').select('to_address').where('token_id', '=', nft.token_id)
    expect((await moves.orderBy('block_number').execute()).map(({ to_address }) => to_address)).toEqual(
      [creator, first, second, first, third].map(({ address }) => address),
    )
  },
)

test.skipIf(solanaProblem)(
  'a mint that a node on a short fork does not know is in the books all the same',
  async () => {
    const chain = 'SOL'
    const minted = await buildMint(t, { creator: await buildCollector(t, { chain }), chain })
    await runSender(t.ctx, chain)
    passSlots(t.ctx, 2)
    const ctx = throughAnswers(t, own, ({ method, params: [signatures] }) =>
      method === 'getSignatureStatuses'
        ? { result: { context: { slot: 1_000_000n }, value: [...signatures].map(() => null) } }
        : undefined,
    )
    await adapterOf(ctx, chain).follow(ctx)
    const [intent] = await getIntents(t, minted.id)
    expect(intent).toMatchObject({ status: 'WAITING' })
    await t.runJobs()
    expect(await getNft(t, minted.id)).toMatchObject({ mint_status: 'SUCCESSED' })
  },
)

test.skipIf(solanaProblem)(
  'a transaction that the node does not tell of keeps none of the others from the books',
  async () => {
    const chain = 'SOL'
    const creator = await buildCollector(t, { chain })
    const [first, second] = [await buildMint(t, { creator, chain }), await buildMint(t, { creator, chain })]
    await runSender(t.ctx, chain)
    passSlots(t.ctx, 2)
    const sent = t.ctx.db.selectFrom('chain_transactions').select('hash').where('status', '=', 'SENT')
    const { hash } = await sent.orderBy('created_at').limit(1).executeTakeFirstOrThrow()
    const ctx = throughAnswers(t, own, ({ method, params: [signature] }) =>
      method === 'getTransaction' && signature === hash ? { error: { code: -32005, message: 'later' } } : undefined,
    )
    await expect(adapterOf(ctx, chain).follow(ctx)).rejects.toThrow()
    expect(await getNft(t, second.id)).toMatchObject({ mint_status: 'SUCCESSED' })
    await t.runJobs()
    expect(await getNft(t, first.id)).toMatchObject({ mint_status: 'SUCCESSED' })
  },
)

test.skipIf(solanaProblem)(
  'a transaction that the node does not tell of keeps no other from being sent, or sent again',
  async () => {
    const chain = 'SOL'
    const creator = await buildCollector(t, { chain })
    const [untold, dropped] = [await buildMint(t, { creator, chain }), await buildMint(t, { creator, chain })]
    await runSender(t.ctx, chain)
    const waiting = await buildMint(t, { creator, chain })
    passSlots(t.ctx, 2)
    const sent = t.ctx.db.selectFrom('chain_transactions').select(['id', 'hash']).where('status', '=', 'SENT')
    const [first, second] = await sent.orderBy('created_at').execute()
    const drop = t.ctx.db.updateTable('chain_transactions').set({ status: 'DROPPED', due_at: null })
    await drop.where('id', '=', second?.id ?? '').execute()
    const ctx = throughAnswers(t, own, ({ method, params: [signature] }) =>
      method === 'getTransaction' && signature === first?.hash
        ? { error: { code: -32005, message: 'later' } }
        : undefined,
    )
    await expect(runSender(ctx, chain)).rejects.toThrow()
    expect(await getIntents(t, untold.id)).toMatchObject([{ status: 'SENT' }])
    expect(await getIntents(t, waiting.id)).toMatchObject([{ status: 'SENT' }])
    expect(await getIntents(t, dropped.id)).not.toMatchObject([{ status: 'SENT' }])
    await t.runJobs()
    for (const { id } of [untold, dropped, waiting])
      expect(await getNft(t, id)).toMatchObject({ mint_status: 'SUCCESSED' })
  },
)

test.skipIf(solanaProblem)('a mint that counted as dropped is in the books also when it landed long ago', async () => {
  const chain = 'SOL'
  const minted = await buildMint(t, { creator: await buildCollector(t, { chain }), chain })
  await runSender(t.ctx, chain)
  for (const slots of [2, 300]) {
    passSlots(t.ctx, slots)
    await adapterOf(t.ctx, chain).index(t.ctx)
  }
  const ctx = throughAnswers(t, own, ({ method, params: [signatures] }) =>
    method === 'getSignatureStatuses'
      ? { result: { context: { slot: 1_000_000n }, value: [...signatures].map(() => null) } }
      : undefined,
  )
  await adapterOf(ctx, chain).follow(ctx)
  expect(await getIntents(t, minted.id)).toMatchObject([{ status: 'WAITING' }])
  await t.runJobs()
  expect(await getNft(t, minted.id)).toMatchObject({ mint_status: 'SUCCESSED' })
})

async function runUntilDone(ctx: CustodyContext): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round % 5 === 0) ctx.failpoints.arm(round % 2 === 0 ? 'sender.after-sign' : 'sender.after-broadcast')
    await runSender(ctx, 'SOL').catch(() => {})
    passSlots(ctx, 2)
    t.clock.advance(1_000)
    const open = ctx.db.selectFrom('chain_intents').select('id').where('status', 'in', ['WAITING', 'SENT'])
    if ((await open.execute()).length > 0) continue
    ctx.failpoints.arm('sender.after-sign', 0)
    ctx.failpoints.arm('sender.after-broadcast', 0)
    await runJobs(t.ctx)
    return
  }
  throw new Error('still open')
}
