import { EVM_CHAINS } from '@verso/protocol/chains'
import { beforeEach, expect, test } from 'vitest'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildBuyer, decide, reserve } from '../../../test/build-listed-nft.ts'
import { buildCollector, buildMint, getNft } from '../../../test/build-token.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { releaseEarningsSweep } from './earnings-holds.ts'

const DAY_MS = 24 * 3_600_000
/** More than the sweep takes at once. */
const MANY = 201

const t = useTestApp({ env: { EARNINGS_HOLD_DAYS: '7' } })
// Outside chains, where a block can still be undone.
beforeEach(() => {
  for (const chain of EVM_CHAINS) t.ctx.chains[chain] = { ...t.ctx.chains[chain], isEmbedded: false }
})

test('earnings stay held until the block of the sale is final, and wait for no other chain', async () => {
  const sale = await sellOnPolygon()
  await holdManyOnEthereum()
  t.clock.advance(8 * DAY_MS)
  const statuses = async () => {
    const holds = await t.ctx.db.selectFrom('earnings_holds').select(['id', 'status']).execute()
    const rest = new Set(holds.filter(({ id }) => id !== sale.id).map(({ status }) => status))
    return { sale: holds.find(({ id }) => id === sale.id)?.status, rest: [...rest] }
  }

  await finalize(sale.block_number - 1)
  await releaseEarningsSweep.run(t.ctx)
  expect(await statuses()).toEqual({ sale: 'HELD', rest: ['HELD'] })

  await finalize(sale.block_number)
  await releaseEarningsSweep.run(t.ctx)
  expect(await statuses()).toEqual({ sale: 'RELEASED', rest: ['HELD'] })
})

async function sellOnPolygon(): Promise<{ id: string; block_number: number }> {
  const { id } = await buildMint(t, { creator: await buildCollector(t) })
  await t.runJobs()
  const nft = await getNft(t, id)
  await buildListing(t, { nft, priceCents: 2_000 })
  await decide(t, await reserve(t, await buildBuyer(t), nft), 'success')
  await t.runJobs()
  return t.ctx.db.selectFrom('earnings_holds').select(['id', 'block_number']).executeTakeFirstOrThrow()
}

/** Due before the others, of a block that is never final. */
async function holdManyOnEthereum(): Promise<void> {
  const nft = await buildNft(t, { chain: 'ETH' })
  const now = t.clock.now()
  for (let made = 0; made < MANY; made++) {
    const listing = await buildListing(t, { nft, status: 'INACTIVE' })
    const hold = { listing_id: listing.id, user_id: nft.created_by, reason: 'SALE' as const, amount_cents: 100 }
    await t.ctx.db
      .insertInto('earnings_holds')
      .values({ ...hold, id: t.ctx.random.id(), release_at: now, block_number: 1e9, created_at: now, updated_at: now })
      .execute()
  }
}

const finalize = (finalized_block: number) => t.ctx.db.updateTable('chains').set({ finalized_block }).execute()
