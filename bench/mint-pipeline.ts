import { setTimeout as sleep } from 'node:timers/promises'
import { buildMember } from '../server/test/build-member.ts'
import { buildNft } from '../server/test/build-nft.ts'
import { buildWallet } from '../server/test/build-wallet.ts'
import { openProduct, type ProductContext } from '../server/test/open-product.ts'
import { enqueueIntent } from '../server/src/custody/intents/enqueue-intent.ts'
import { inTransaction } from '../server/src/db/client.ts'
import { getDemoProduct } from './demo-product.ts'
import { type Benchmark, timed } from './measurement.ts'

const NFTS = 1_000
const POLL_MS = 50
const MINTED_MS = 120_000

/** From waiting intents to "minted" on the page: batches, transactions, blocks and indexer of the running product. */
export const mintPipeline: Benchmark = {
  name: 'mint-pipeline',
  run: async () => {
    const { product } = await getDemoProduct()
    const ctx = await openProduct(product.dataDir)
    try {
      await ctx.jobs.start()
      const { nfts, creator } = await buildNfts(ctx)
      const { elapsedMs } = await timed(async () => {
        await inTransaction(ctx.db, async (tx) => {
          for (const nft of nfts) {
            const payload = { tokenId: nft.token_id, creatorNumber: creator.number, royaltyBps: nft.royalty_bps }
            const cause = { businessKey: `mint:${nft.id}`, nftId: nft.id, userId: creator.id }
            await enqueueIntent(ctx, tx, { chain: 'POLYGON', kind: 'MINT', ...cause, payload })
          }
        })
        await untilMinted(ctx, creator.id)
      })
      const transactions = await countTransactions(ctx, creator.id)
      return [
        { what: 'NFTs minted', measured: (NFTS * 1_000) / elapsedMs, unit: '/s', target: { atLeast: 100 } },
        { what: 'NFTs in a transaction, on average', measured: NFTS / transactions, unit: '' },
      ]
    } finally {
      await ctx.jobs.stop()
      await ctx.close()
    }
  },
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

async function countTransactions(ctx: ProductContext, creatorId: string): Promise<number> {
  const links = ctx.db
    .selectFrom('chain_transaction_intents as link')
    .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
    .select('link.transaction_id')
    .distinct()
    .where('chain_intents.user_id', '=', creatorId)
  return (await links.execute()).length
}
