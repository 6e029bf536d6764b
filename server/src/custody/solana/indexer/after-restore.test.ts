import { randomBytes } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'
import { findTokenAccount } from '@verso/solana/token-address'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beRestored } from '../../../../test/be-restored.ts'
import type { Nft } from '../../../../test/build-nft.ts'
import { buildCollector, buildToken, getNft } from '../../../../test/build-token.ts'
import { buildSolanaOutsider, type SolanaOutsider } from '../../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../../test/own-solana.ts'
import { throughAnswers } from '../../../../test/through-node.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { adapterOf } from '../../chains/adapter-of.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { WATCHED } from './find-outside-moves.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const chain = 'SOL'
const QUIET_SLOTS = 150
const TOO_MANY = { error: { code: -32005, message: 'Too many requests' } }

/** From here on the books are those of a backup, and nothing moves for a while. */
async function beRestoredLongAgo(): Promise<void> {
  await beRestored(t)
  own.passSlots(QUIET_SLOTS)
}

const index = (ctx: CustodyContext) => adapterOf(ctx, chain).index(ctx)
const readTo = async () =>
  (await t.ctx.db.selectFrom('chains').select('indexed_block').where('chain', '=', chain).executeTakeFirstOrThrow())
    .indexed_block

/** A token that has moved, which the books do not know. */
async function buildMoved(first: SolanaOutsider, second: SolanaOutsider): Promise<Nft> {
  const { headers, ...creator } = await buildCollector(t, { chain })
  const nft = await buildToken(t, { creator, chain })
  await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address: first.address } })
  await t.runJobs()
  await first.send(nft.token_id, second.address)
  return nft
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

test.skipIf(solanaProblem)('a chain counts as read only when each token could be followed', async () => {
  const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
  const nft = await buildMoved(first, second)
  await beRestoredLongAgo()
  const before = await readTo()
  const account: string = await findTokenAccount(nft.token_id as Address, first.address as Address)
  const refusing = throughAnswers(t, own, ({ method, params: [address] }) =>
    method === 'getSignaturesForAddress' && address === account ? TOO_MANY : undefined,
  )
  await expect(index(refusing)).rejects.toThrow()
  expect(await readTo()).toBe(before)
  expect(await index(t.ctx)).toBe('all')
  expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
  expect(await readTo()).toBeGreaterThan(before)
})

test.skipIf(solanaProblem).each(['lost', 'on its way'])(
  'what happened to a token whose mint was %s is read before the chain counts as read',
  async (was) => {
    const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
    const nft = await buildMoved(first, second)
    const { db } = t.ctx
    // As the backup had it: its mint was asked for, or sent.
    const lost = db.selectFrom('chain_transfers').select('transaction_hash').where('token_id', '=', nft.token_id)
    const known = was === 'lost' ? { hash: sql<string>`'lost-' || hash` } : { status: 'SENT' as const }
    await db.updateTable('chain_transactions').set(known).where('hash', 'in', lost).execute()
    await db.deleteFrom('chain_transfers').where('token_id', '=', nft.token_id).execute()
    const unminted = { mint_status: 'PENDING', owner_address: null } as const
    await db.updateTable('nfts').set(unminted).where('id', '=', nft.id).execute()
    await beRestoredLongAgo()
    const before = await readTo()
    expect(await index(t.ctx)).toBe('a part')
    expect(await readTo()).toBe(before)
    expect(await index(t.ctx)).toBe('all')
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
    expect(await readTo()).toBeGreaterThan(before)
  },
)

test.skipIf(solanaProblem)('a chain counts as read only when the turn of each token has come', async () => {
  const [first, second] = [await buildSolanaOutsider(t), await buildSolanaOutsider(t)]
  const nft = await buildMoved(first, second)
  await buildWatched(await getNft(t, nft.id), WATCHED)
  await beRestoredLongAgo()
  const before = await readTo()
  expect(await index(t.ctx)).toBe('a part')
  expect(await readTo()).toBe(before)
  // Slots go by between rounds; the pass is over all the same.
  own.passSlots(QUIET_SLOTS)
  expect(await index(t.ctx)).toBe('all')
  expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address })
  expect(await readTo()).toBeGreaterThan(before)
})
