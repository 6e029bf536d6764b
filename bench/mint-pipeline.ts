import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { buildMember } from '../server/test/build-member.ts'
import { buildNft } from '../server/test/build-nft.ts'
import { buildWallet } from '../server/test/build-wallet.ts'
import { openProduct, type ProductContext } from '../server/test/open-product.ts'
import { enqueueIntent } from '../server/src/custody/intents/enqueue-intent.ts'
import { inTransaction } from '../server/src/db/client.ts'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import { type Benchmark, timed } from './measurement.ts'
import { asMeasurements, compare } from './references/compare.ts'
import { dumpChain, sendBare } from './references/mint.ts'

/** In each round; three transactions and a part of one. */
const NFTS = 320
const POLL_MS = 20
const MINTED_MS = 120_000

/**
 * From waiting intents to "minted" on the page: batches, transactions, blocks and indexer of the running product; against the same raw
 * transactions sent by viem alone to a copy of the chain.
 */
export const mintPipeline: Benchmark = {
  name: 'mint-pipeline',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    const ctx = await openProduct(product.dataDir)
    try {
      await ctx.jobs.start()
      const { client, chainId } = ctx.chains.POLYGON
      let last: { state: Buffer; raws: Hex[] }
      const ours = async () => {
        const { nfts, creator } = await buildNfts(ctx)
        const state = await dumpChain(client)
        await enqueue(ctx, nfts, creator)
        const { elapsedMs } = await timed(() => untilMinted(ctx, creator.id))
        last = { state, raws: await listRaws(ctx, creator.id) }
        return (NFTS * 1_000) / elapsedMs
      }
      const bare = async () => (NFTS * 1_000) / (await sendBare({ chainId, state: last.state }, last.raws))
      await ours()
      const compared = await compare(ours, bare)
      return asMeasurements(compared, { what: 'NFTs minted', unit: '/s', atLeast: 0.7 })
    } finally {
      await ctx.jobs.stop()
      await ctx.close()
    }
  },
}

type Built = Awaited<ReturnType<typeof buildNfts>>

/** The intents wait from the commit on. */
async function enqueue(ctx: ProductContext, nfts: Built['nfts'], creator: Built['creator']): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    for (const nft of nfts) {
      const payload = { tokenId: nft.token_id, creatorNumber: creator.number, royaltyBps: nft.royalty_bps }
      const cause = { businessKey: `mint:${nft.id}`, nftId: nft.id, userId: creator.id }
      await enqueueIntent(ctx, tx, { chain: 'POLYGON', kind: 'MINT', ...cause, payload })
    }
  })
}

async function buildNfts(ctx: ProductContext) {
  const member = await buildMember({ ctx })
  await buildWallet({ ctx }, { userId: member.id })
  const nfts = []
  for (let index = 0; index < NFTS; index++) nfts.push(await buildNft({ ctx }, { creator: member, minted: false }))
  const { creator_number } = await ctx.db
    .selectFrom('users')
    .select('creator_number')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { nfts, creator: { id: member.id, number: creator_number } }
}

async function untilMinted(ctx: ProductContext, creatorId: string): Promise<void> {
  const deadline = performance.now() + MINTED_MS
  for (;;) {
    const open = ctx.db.selectFrom('nfts').select('id').where('created_by', '=', creatorId)
    if (!(await open.where('mint_status', '<>', 'SUCCESSED').limit(1).executeTakeFirst())) return
    if (performance.now() > deadline) throw new Error(`not all NFTs were minted within ${MINTED_MS / 1000} s`)
    await sleep(POLL_MS)
  }
}

/** The transactions of this creator's mints, in the order in which they were sent. */
async function listRaws(ctx: ProductContext, creatorId: string): Promise<Hex[]> {
  const rows = await ctx.db
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
    .select(['chain_transactions.nonce', 'chain_transactions.raw'])
    .distinct()
    .where('chain_intents.user_id', '=', creatorId)
    .where('chain_transactions.status', '=', 'MINED')
    .orderBy('chain_transactions.nonce')
    .execute()
  return rows.map(({ raw }) => raw as Hex)
}
