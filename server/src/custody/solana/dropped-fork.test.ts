import {
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  getAddressDecoder,
  type RpcTransport,
} from '@solana/kit'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  buildCollector,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../test/build-token.ts'
import type { Nft } from '../../../test/build-nft.ts'
import { buildOutsider } from '../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { adapterOf } from '../chains/adapter-of.ts'
import { WATCHED } from './indexer/find-outside-moves.ts'
import { solanaAdapter } from './solana-adapter.ts'

const t = useTestApp()
// A network's: nothing is final at once there.
const own = useOwnSolana(t, { isEmbedded: false })
const UNTIL_FINAL = 40
/** While nothing happens the position is written so seldom. */
const UNTIL_WRITTEN = 200
const chain = 'SOL'

/** So much later, and read. */
async function letPass(slots: number): Promise<void> {
  own.passSlots(slots)
  await t.runJobs()
}

test.skipIf(solanaProblem)(
  'what was on a dropped fork is undone: our own is sent again and lands once, what others did has not happened',
  async () => {
    const [creator, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
    const [first, second] = [await buildOutsider(t, chain), await buildOutsider(t, chain)]
    const sold = await buildToken(t, { creator, chain })
    const away = await buildToken(t, { creator, chain })
    const body = { address: first.address }
    expect(await t.call('POST', `/api/nfts/${away.id}/withdraw/`, { headers: creator.headers, body })).toMatchObject({
      status: 201,
    })
    await t.runJobs()
    await letPass(UNTIL_FINAL)

    const drop = await own.fork()
    const minted = await buildToken(t, { creator, chain })
    const sale = await buildPaidSale(t, { nft: sold, buyer })
    await t.runJobs()
    await first.send(away.token_id, second.address)
    await letPass(2)
    expect(await getNft(t, minted.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    expect(await getNft(t, away.id)).toMatchObject({ owner_address: second.address })

    await drop()
    expect(await readOwner(t, sold)).toBe(creator.address)
    own.passSlots(UNTIL_FINAL)
    await adapterOf(t.ctx, chain).index(t.ctx)
    expect(await getNft(t, minted.id)).toMatchObject({ mint_status: 'PENDING' })
    expect(await getNft(t, sold.id)).toMatchObject({ owner_address: creator.address })

    await t.runJobs()
    await letPass(UNTIL_FINAL)
    expect(await getNft(t, minted.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
    expect(await readOwner(t, minted)).toBe(creator.address)
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    expect(await getNft(t, sold.id)).toMatchObject({ owner_address: buyer.address, owned_by: buyer.id })
    expect(await readOwner(t, sold)).toBe(buyer.address)
    expect(await getNft(t, away.id)).toMatchObject({ owner_address: first.address })
    for (const { id } of [minted, sold, away]) {
      for (const intent of await getIntents(t, id)) expect(intent).toMatchObject({ status: 'CONFIRMED' })
    }
    const moves = t.ctx.db.selectFrom('chain_transfers').select('token_id').where('chain', '=', chain)
    expect((await moves.execute()).filter(({ token_id }) => token_id === sold.token_id)).toHaveLength(2)
  },
)

/** Asked what became of signatures, this node is behind the others, and knows none of the last ones. */
function behind() {
  const { SOL } = t.ctx.chains
  if (!SOL) throw new Error('this test has no Solana')
  const inner = createDefaultRpcTransport({ url: own.rpcUrl() })
  const transport = (async (request: Parameters<RpcTransport>[0]) => {
    const { id, method, params } = request.payload as { id: string; method: string; params: [string[]] }
    if (method !== 'getSignatureStatuses') return inner(request)
    return { jsonrpc: '2.0', id, result: { context: { slot: 1n }, value: params[0].map(() => null) } }
  }) as RpcTransport
  return solanaAdapter({ ...SOL, rpc: createSolanaRpcFromTransport(transport) as typeof SOL.rpc })
}

/** Their turn to be compared with the chain is before that of all others. */
async function buildWatched(like: Nft, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...like,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    token_id: getAddressDecoder().decode(randomBytes(32)),
  }))
  await t.ctx.db.insertInto('nfts').values(rows).execute()
}

test.skipIf(solanaProblem)(
  'a sale on a dropped fork is undone also when a node that is behind was asked first',
  async () => {
    const [creator, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
    const sold = await buildToken(t, { creator, chain })
    await letPass(UNTIL_FINAL)
    const drop = await own.fork()
    const sale = await buildPaidSale(t, { nft: sold, buyer })
    await t.runJobs()
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    await drop()
    own.passSlots(UNTIL_WRITTEN)
    await buildWatched(sold, WATCHED)
    await behind().index(t.ctx)
    expect(await getNft(t, sold.id)).toMatchObject({ owner_address: buyer.address })
    own.passSlots(2)
    await adapterOf(t.ctx, chain).index(t.ctx)
    expect(await getNft(t, sold.id)).toMatchObject({ owner_address: creator.address })
  },
)
