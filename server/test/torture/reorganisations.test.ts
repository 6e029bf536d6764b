import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runSender } from '../../src/custody/chains/run-sender.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { buildCollector, buildMint, buildPaidSale, type Collector, readOwner } from '../build-token.ts'
import { callNode } from '../chain.ts'
import { useEmbeddedChain } from '../embedded-chain.ts'
import { seededRandom } from '../seeded-random.ts'
import { useTestApp } from '../test-app.ts'
import { readOn } from '../on-chain.ts'

/** 50 points with 25 rounds. */
const POINTS = process.env.TORTURE_ROUNDS === undefined ? 3 : Number(process.env.TORTURE_ROUNDS) * 2
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_120)
const MAX_DEPTH = 32
const MAX_STEPS = 300

const t = useTestApp()
const embedded = useEmbeddedChain(t)

test(
  `after ${POINTS} reorganisations of up to ${MAX_DEPTH} blocks the database says what the chain says (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED)
    await embedded.start()
    const members = [await buildCollector(embedded), await buildCollector(embedded), await buildCollector(embedded)]
    for (let point = 0; point < POINTS; point++) {
      await live(members, random, 4)
      const depth = 1 + Math.floor(random() * MAX_DEPTH)
      await REORGANISATIONS[point % REORGANISATIONS.length]?.(members, random, depth)
      await untilSettled()
      await expectSameOwners()
      expect(await checkLedger(t.ctx.db)).toEqual([])
    }
  },
  120_000 + POINTS * 30_000,
)

type Reorganise = (members: Collector[], random: () => number, depth: number) => Promise<void>

/** A public chain changes its mind under a running node: other, empty, more blocks take the place of the last ones. */
const bySomebodyElse: Reorganise = async (members, random, depth) => {
  embedded.ctx.chains.POLYGON.isEmbedded = false
  const snapshot = await callNode<string>(embedded.rpcUrl(), 'evm_snapshot')
  const before = await readHead()
  await live(members, random, depth)
  const length = (await readHead()) - before
  const old = await readHash(before + length)
  await callNode(embedded.rpcUrl(), 'evm_revert', [snapshot])
  // Another miner: even an empty block of the same second is another one.
  await callNode(embedded.rpcUrl(), 'anvil_setCoinbase', [privateKeyToAddress(generatePrivateKey())])
  for (let block = 0; block <= length; block++) await callNode(embedded.rpcUrl(), 'evm_mine')
  expect(await readHash(before + length)).not.toBe(old)
}

/** An embedded chain comes back older: either all is lost, or what is stored is made again in other blocks. */
const byACrash: Reorganise = async (members, random, depth) => {
  const checkpoint = await embedded.checkpoint()
  await live(members, random, depth)
  await embedded.crashTo(checkpoint)
  await embedded.start({ isPrepared: random() < 0.5 })
}

const REORGANISATIONS = [bySomebodyElse, byACrash]

const readHash = async (number: number) =>
  (await embedded.ctx.chains.POLYGON.client.getBlock({ blockNumber: BigInt(number) })).hash
const readHead = async () => Number(await embedded.ctx.chains.POLYGON.client.getBlockNumber())

/** Members mint and trade; about one block per step. */
async function live(members: Collector[], random: () => number, blocks: number): Promise<void> {
  const anyone = () => members[Math.floor(random() * members.length)] as Collector
  for (let block = 0; block < blocks; block++) {
    const dice = random()
    if (dice < 0.25) await buildMint(embedded, { creator: anyone() })
    else if (dice < 0.6) await sellSomething(anyone())
    if (random() < 0.8) await runSender(embedded.ctx, 'POLYGON')
    await callNode(embedded.rpcUrl(), 'evm_mine')
    if (random() < 0.8) while (await readOn(embedded.ctx, 'POLYGON'));
    t.clock.advance(1_000)
  }
}

async function sellSomething(buyer: Collector): Promise<void> {
  const nft = await t.ctx.db
    .selectFrom('nfts')
    .selectAll()
    .where('mint_status', '=', 'SUCCESSED')
    .where('owned_by', '<>', buyer.id)
    .where('id', 'not in', (open) => open.selectFrom('listings').select('nft_id').where('status', '=', 'PAID'))
    .orderBy('updated_at')
    .limit(1)
    .executeTakeFirst()
  if (nft) await buildPaidSale(embedded, { nft, buyer })
}

async function untilSettled(): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await runSender(embedded.ctx, 'POLYGON')
    await callNode(embedded.rpcUrl(), 'evm_mine')
    while (await readOn(embedded.ctx, 'POLYGON'));
    t.clock.advance(1_000)
    const open = t.ctx.db.selectFrom('chain_intents').selectAll().where('status', 'in', ['WAITING', 'SENT'])
    if ((await open.execute()).length === 0) return
  }
  const open = t.ctx.db.selectFrom('chain_intents').selectAll().where('status', 'in', ['WAITING', 'SENT'])
  throw new Error(`still open: ${JSON.stringify((await open.execute()).slice(0, 3))}`)
}

async function expectSameOwners(): Promise<void> {
  const nfts = await t.ctx.db.selectFrom('nfts').selectAll().where('mint_status', '=', 'SUCCESSED').execute()
  for (const nft of nfts) {
    expect(await readOwner(embedded, nft)).toBe(nft.owner_address)
    const wallet = t.ctx.db.selectFrom('wallets').select('user_id').where('public_address', '=', nft.owner_address)
    expect(nft.owned_by).toBe((await wallet.executeTakeFirst())?.user_id ?? null)
  }
  const open = t.ctx.db.selectFrom('listings').select('id').where('status', '=', 'PAID')
  expect(await open.execute()).toEqual([])
}
