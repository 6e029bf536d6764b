import type { Address } from '@solana/kit'
import { findTokenAccount } from '@verso/solana/token-address'
import { expect, test } from 'vitest'
import { buildCollector, buildToken, type Collector, getNft } from '../../../../test/build-token.ts'
import { buildSolanaOutsider, type SolanaOutsider } from '../../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../../test/own-solana.ts'
import { throughAnswers } from '../../../../test/through-node.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { adapterOf } from '../../chains/adapter-of.ts'
import type { CustodyContext } from '../../outcomes.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const chain = 'SOL'
const QUIET_SLOTS = 150
const TOO_MANY = { error: { code: -32005, message: 'Too many requests' } }
const UNSUPPORTED = { error: { code: -32015, message: 'Transaction version is not supported' } }

const index = (ctx: CustodyContext) => adapterOf(ctx, chain).index(ctx)
const accountOf = (nft: { token_id: string | null }, { address }: { address: string }) =>
  findTokenAccount(nft.token_id as Address, address as Address)

/** A token that its owner has withdrawn. */
async function buildOutside(owner: Collector, outsider: SolanaOutsider) {
  const nft = await buildToken(t, { creator: owner, chain })
  const { headers } = owner
  await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address: outsider.address } })
  await t.runJobs()
  return nft
}

const readChain = () =>
  t.ctx.db
    .selectFrom('chains')
    .select(['indexed_block', 'finalized_block'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()

test.skipIf(solanaProblem)(
  'a token whose way cannot be read holds up neither the others nor what is final',
  async () => {
    const owner = await buildCollector(t, { chain })
    const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
    const [lost, found] = [await buildOutside(owner, first), await buildOutside(owner, first)]
    await first.send(lost.token_id, second.address)
    await first.send(found.token_id, second.address)
    own.passSlots(QUIET_SLOTS)
    const account: string = await accountOf(lost, first)
    const ctx = throughAnswers(t, own, ({ method, params: [address] }) =>
      method === 'getSignaturesForAddress' && address === account ? TOO_MANY : undefined,
    )
    const before = await readChain()
    await expect(index(ctx)).rejects.toThrow()
    expect(await getNft(t, found.id)).toMatchObject({ owner_address: second.address })
    const { indexed_block, finalized_block } = await readChain()
    expect(indexed_block).toBeGreaterThan(before.indexed_block)
    expect(finalized_block).toBeGreaterThan(before.finalized_block)
    own.passSlots(2)
    await index(t.ctx)
    expect(await getNft(t, lost.id)).toMatchObject({ owner_address: second.address })
  },
)

test.skipIf(solanaProblem)(
  'a token is followed in the end from an account that strangers have named, through a node that refuses ever again',
  async () => {
    const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
    const nft = await buildOutside(await buildCollector(t, { chain }), first)
    await second.name(await accountOf(nft, first), 130)
    await first.send(nft.token_id, second.address)
    let asked = 0
    const ctx = throughAnswers(t, own, ({ method }) =>
      method === 'getTransaction' && ++asked % 50 === 0 ? TOO_MANY : undefined,
    )
    for (let round = 0; round < 6; round++) {
      const before = asked
      own.passSlots(2)
      await index(ctx).catch(() => undefined)
      expect(asked - before).toBeLessThanOrEqual(100)
    }
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
  },
)

test.skipIf(solanaProblem)('a token is followed through a transaction of version 1', async () => {
  const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
  const nft = await buildOutside(await buildCollector(t, { chain }), first)
  await first.send(nft.token_id, second.address)
  const ctx = throughAnswers(t, own, ({ method, params: [, config] }) =>
    method === 'getTransaction' && Number(config.maxSupportedTransactionVersion) < 1 ? UNSUPPORTED : undefined,
  )
  await index(ctx)
  expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
})

test.skipIf(solanaProblem)(
  'a stranger who names the collection in a transaction of a kind that is not known yet stops nothing',
  async () => {
    const [signature = ''] = await (await buildSolanaOutsider(t)).name(t.ctx.chains.SOL?.contract ?? '', 1)
    own.passSlots(QUIET_SLOTS)
    const ctx = throughAnswers(t, own, ({ method, params: [asked] }) =>
      method === 'getTransaction' && asked === signature ? UNSUPPORTED : undefined,
    )
    const before = await readChain()
    await index(ctx)
    expect((await readChain()).indexed_block).toBeGreaterThan(before.indexed_block)
  },
)

test.skipIf(solanaProblem)(
  'a token that has moved by a transaction of a kind that is not known yet is told',
  async () => {
    const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
    const nft = await buildOutside(await buildCollector(t, { chain }), first)
    await second.name(await accountOf(nft, first), 1)
    await first.send(nft.token_id, second.address)
    const moves = t.ctx.db.selectFrom('chain_transfers').select('transaction_hash').where('token_id', '=', nft.token_id)
    const known = (await moves.execute()).map(({ transaction_hash }) => transaction_hash)
    const ctx = throughAnswers(t, own, ({ method, params: [asked] }) =>
      method === 'getTransaction' && !known.includes(asked) ? UNSUPPORTED : undefined,
    )
    await expect(index(ctx)).rejects.toThrow('the node does not tell how')
    own.passSlots(2)
    await index(t.ctx)
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
  },
)

test.skipIf(solanaProblem)('strangers who name the collection are read once, and so many in a round', async () => {
  await (await buildSolanaOutsider(t)).name(t.ctx.chains.SOL?.contract ?? '', 210)
  let asked = 0
  const ctx = throughAnswers(t, own, ({ method }) => void (method === 'getTransaction' && asked++))
  for (const rounds of [200, 210, 210]) {
    own.passSlots(2)
    await index(ctx)
    expect(asked).toBe(rounds)
  }
})
