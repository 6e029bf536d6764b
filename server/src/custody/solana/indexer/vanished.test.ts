import { getAddressDecoder } from '@solana/kit'
import { expect, test } from 'vitest'
import { buildCollector, buildPaidSale, buildToken } from '../../../../test/build-token.ts'
import { solanaProblem, useOwnSolana } from '../../../../test/own-solana.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { throughAnswers } from '../../../../test/through-node.ts'
import { findVanished } from './vanished.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const FINALIZED = 1_000
const addressOf = (byte: number): string => getAddressDecoder().decode(Buffer.alloc(32, byte))
const [TOKEN, FROM, TO] = [addressOf(1), addressOf(2), addressOf(3)]

/** Transfers of one slot, straight in the database. */
async function buildTransfers(slot: number, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, log_index) => ({
    chain: 'SOL',
    block_number: slot,
    block_hash: String(slot),
    log_index,
    transaction_hash: `${slot}-${log_index}`,
    token_id: TOKEN,
    from_address: FROM,
    to_address: TO,
    mined_at: t.clock.now(),
  }))
  await t.ctx.db.insertInto('chain_transfers').values(rows).execute()
  return rows.map(({ transaction_hash }) => transaction_hash)
}

/** A node that knows no signature and no account, and refuses to be asked for more than it may be. */
function forgetful() {
  const getSignatureStatuses = (hashes: string[]) => {
    if (hashes.length > 256) throw new Error('Too many inputs provided; max 256')
    return { send: async () => ({ context: { slot: BigInt(FINALIZED) }, value: hashes.map(() => null) }) }
  }
  const getMultipleAccounts = (addresses: string[]) => ({
    send: async () => ({ context: { slot: BigInt(FINALIZED) }, value: addresses.map(() => null) }),
  })
  return { rpc: { getSignatureStatuses, getMultipleAccounts }, isEmbedded: false } as never
}

test.skipIf(solanaProblem)('no transfer is passed over, however many there were since the last look', async () => {
  const stored = [
    ...(await buildTransfers(900, 200)),
    ...(await buildTransfers(800, 300)),
    ...(await buildTransfers(700, 100)),
  ]
  const found: string[] = []
  const row = { indexed_block: 600, finalized_block: 600 }
  for (let round = 0; round < 3; round++) {
    const { vanished, checkedTo } = await findVanished(t.ctx, forgetful(), { row, finalized: FINALIZED })
    found.push(...vanished)
    row.finalized_block = checkedTo
  }
  expect(row.finalized_block).toBe(FINALIZED)
  expect(found.sort()).toEqual(stored.sort())
})

test.skipIf(solanaProblem)(
  'nothing has vanished where the node keeps no history, and the token is where it was put',
  async () => {
    const [seller, buyer] = [await buildCollector(t, { chain: 'SOL' }), await buildCollector(t, { chain: 'SOL' })]
    const nft = await buildToken(t, { creator: seller, chain: 'SOL' })
    await buildPaidSale(t, { nft, buyer })
    await t.runJobs()
    const head = Number(await t.ctx.chains.SOL?.rpc.getSlot({ commitment: 'confirmed' }).send())
    const { SOL } = throughAnswers(t, own, ({ method, params: [hashes] }) =>
      method === 'getSignatureStatuses'
        ? { result: { context: { slot: head }, value: Array.from(hashes, () => null) } }
        : undefined,
    ).chains
    if (!SOL) throw new Error('this test has no Solana')
    const forgetting = { rpc: SOL.rpc, isEmbedded: false }
    // Of the token alone.
    await t.ctx.db.deleteFrom('chain_transfers').where('token_id', '=', TOKEN).execute()
    const stored = await t.ctx.db.selectFrom('chain_transfers').select('block_number').execute()
    expect(stored).toHaveLength(2)
    const before = Math.min(...stored.map(({ block_number }) => block_number)) - 1
    const row = { indexed_block: before, finalized_block: before }
    expect(await findVanished(t.ctx, forgetting, { row, finalized: head })).toEqual({ vanished: [], checkedTo: head })
  },
)
