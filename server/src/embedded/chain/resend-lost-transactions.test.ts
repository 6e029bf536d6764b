import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { useEmbeddedChain } from '../../../test/embedded-chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { withdrawNft } from '../../catalogue/withdrawals/withdraw-nft.ts'
import { readOn } from '../../../test/on-chain.ts'

const t = useTestApp()
const embedded = useEmbeddedChain(t)

/** Longer than a signature holds. */
const HOUR_S = 3_600

test('a sale and a withdrawal whose signatures have expired since are made again at their old times', async () => {
  const { nft, outside, listingId, before } = await loseSaleAndWithdrawal()
  await embedded.prepare()
  expect(await readOwner(embedded, nft)).toBe(outside)
  await readOn(embedded.ctx, 'POLYGON')
  await embedded.runJobs()
  const after = await listTransactions()
  expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
  expect(after.every(({ status, is_success }) => status === 'MINED' && is_success)).toBe(true)
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owner_address: outside })
})

test('what cannot be made again at its old time is signed anew', async () => {
  const { nft, outside, listingId, before } = await loseSaleAndWithdrawal()
  // A block of a later hour is there: no block can be as old as the lost ones were.
  await callNode(embedded.rpcUrl(), 'evm_mine')
  await embedded.prepare()
  t.clock.advance(HOUR_S * 1_000)
  for (let round = 0; round < 10; round++) {
    await readOn(embedded.ctx, 'POLYGON')
    await embedded.runJobs()
    t.clock.advance(5_000)
  }
  expect(await readOwner(embedded, nft)).toBe(outside)
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owner_address: outside })
  const intents = await t.ctx.db.selectFrom('chain_intents').select(['kind', 'status']).orderBy('created_at').execute()
  expect(intents).toEqual(['MINT', 'SETTLE', 'WITHDRAW'].map((kind) => ({ kind, status: 'CONFIRMED' })))
  expect((await listTransactions()).length).toBeGreaterThan(before.length)
})

/** The chain has forgotten a sale and a withdrawal, and comes back when their signatures have expired. */
async function loseSaleAndWithdrawal() {
  await embedded.start()
  const checkpoint = await embedded.checkpoint()
  const made = await sellAndWithdraw()
  const before = await listTransactions()
  await embedded.crashTo(checkpoint)
  await embedded.start({ isPrepared: false })
  await callNode(embedded.rpcUrl(), 'evm_increaseTime', [HOUR_S])
  return { ...made, before }
}

async function sellAndWithdraw() {
  const [seller, buyer] = [await buildCollector(embedded), await buildCollector(embedded)]
  const minted = await buildMint(embedded, { creator: seller })
  await embedded.runJobs()
  const nft = await getNft(embedded, minted.id)
  const { listingId } = await buildPaidSale(embedded, { nft, buyer })
  await embedded.runJobs()
  const outside = privateKeyToAddress(generatePrivateKey())
  await inTransaction(t.ctx.db, (tx) => withdrawNft(embedded.ctx, tx, { userId: buyer.id, nftId: nft.id, to: outside }))
  await embedded.runJobs()
  expect(await readOwner(embedded, nft)).toBe(outside)
  return { nft, outside, listingId }
}

const listTransactions = () =>
  t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('created_at').orderBy('id').execute()
