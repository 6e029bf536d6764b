import { expect, test } from 'vitest'
import { createChainClient } from '../../src/gateways/chain/chain-client.ts'
import { runSender } from '../../src/custody/chains/run-sender.ts'
import type { CustodyContext } from '../../src/custody/outcomes.ts'
import type { Failpoint } from '../../src/failpoints.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { buildCollector, buildMint, buildPaidSale, getNft, readOwner } from '../build-token.ts'
import type { Nft } from '../build-nft.ts'
import { callNode } from '../chain.ts'
import { startFaultyNode } from '../faulty-node.ts'
import { seededRandom } from '../seeded-random.ts'
import { useTestApp } from '../test-app.ts'
import { readOn } from '../on-chain.ts'

/** `npm test` runs a few; `npm run torture` runs this file with 25 rounds, which are 500 mints and 500 sales. */
const NFTS = process.env.TORTURE_ROUNDS === undefined ? 5 : Number(process.env.TORTURE_ROUNDS) * 20
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_120)
const CRASHES: Failpoint[] = [
  'sender.before-sign',
  'sender.after-sign',
  'sender.after-broadcast',
  'indexer.before-commit',
  'indexer.after-commit',
]
const MAX_STEPS = 400 + NFTS * 4

const t = useTestApp()

test(
  `${NFTS} mints and ${NFTS} sales over a node that lies, lags and loses answers, with crashes between (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED)
    const { rpcUrl } = t.ctx.chains.POLYGON
    const node = await startFaultyNode(rpcUrl, random)
    const polygon = { ...t.ctx.chains.POLYGON, client: createChainClient(node.url), isEmbedded: false }
    const ctx: CustodyContext = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: polygon } }
    try {
      const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
      const nfts: Nft[] = []
      for (let index = 0; index < NFTS; index++) {
        nfts.push(await buildMint(t, { creator: seller }))
        if (random() < 0.3) await step(ctx, random)
      }
      await untilDone(ctx, random)
      for (const nft of nfts) await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer })
      await untilDone(ctx, random)
      expect(node.faults).toBeGreaterThan(NFTS)
      expect(node.pool.held).toBeGreaterThan(0)
      expect(node.pool.replacements).toBe(node.pool.held)
      for (const nft of nfts) {
        expect(await readOwner(t, nft)).toBe(buyer.address)
        expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id, mint_status: 'SUCCESSED' })
        const moves = t.ctx.db.selectFrom('chain_transfers').select('to_address').where('token_id', '=', nft.token_id)
        expect(await moves.execute()).toHaveLength(2)
      }
      expect(await checkLedger(t.ctx.db)).toEqual([])
    } finally {
      await node.stop()
    }
  },
  360_000 + NFTS * 4_000,
)

/** One round of what a worker does all the time; now and then it dies in the middle. */
async function step(ctx: CustodyContext, random: () => number): Promise<void> {
  const point = CRASHES[Math.floor(random() * CRASHES.length)] as Failpoint
  if (random() < 0.2) ctx.failpoints.arm(point)
  await runSender(ctx, 'POLYGON').catch(() => {})
  if (random() < 0.7) await callNode(ctx.chains.POLYGON.rpcUrl, 'evm_mine')
  await readOn(ctx, 'POLYGON').catch(() => {})
  t.clock.advance(1_000)
}

async function untilDone(ctx: CustodyContext, random: () => number): Promise<void> {
  for (let count = 0; count < MAX_STEPS; count++) {
    await step(ctx, random)
    const open = await t.ctx.db.selectFrom('chain_intents').select('id').where('status', '<>', 'CONFIRMED').execute()
    if (open.length === 0) return
  }
  const stuck = await t.ctx.db.selectFrom('chain_intents').selectAll().where('status', '<>', 'CONFIRMED').execute()
  throw new Error(`still open: ${JSON.stringify(stuck.slice(0, 3))}`)
}
