import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildCollector, buildMint, buildPaidSale, getListing, getNft, readOwner } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { useOwnChain } from '../../../test/own-chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { withdrawNft } from '../../catalogue/withdrawals/withdraw-nft.ts'
import { readOn } from '../../../test/on-chain.ts'

const t = useTestApp()
const own = useOwnChain(t)

/** Longer than a signature holds. */
const HOUR_S = 3_600

test('a sale and a withdrawal whose signatures have expired since are made again at their old times', async () => {
  const { nft, outside, listingId, before } = await loseSaleAndWithdrawal()
  await own.prepare()
  expect(await readOwner(own, nft)).toBe(outside)
  await readOn(own.ctx, 'POLYGON')
  await own.runJobs()
  const after = await listTransactions()
  expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
  expect(after.every(({ status, is_success }) => status === 'MINED' && is_success)).toBe(true)
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owner_address: outside })
})

test('what cannot be made again at its old time is signed anew', async () => {
  const { nft, outside, listingId, before } = await loseSaleAndWithdrawal()
  // A block of a later hour is there: no block can be as old as the lost ones were.
  await callNode(own.rpcUrl(), 'evm_mine')
  await own.prepare()
  t.clock.advance(HOUR_S * 1_000)
  for (let round = 0; round < 10; round++) {
    await readOn(own.ctx, 'POLYGON')
    await own.runJobs()
    t.clock.advance(5_000)
  }
  expect(await readOwner(own, nft)).toBe(outside)
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owner_address: outside })
  const intents = await t.ctx.db.selectFrom('chain_intents').select(['kind', 'status']).orderBy('created_at').execute()
  expect(intents).toEqual(['MINT', 'SETTLE', 'WITHDRAW'].map((kind) => ({ kind, status: 'CONFIRMED' })))
  expect((await listTransactions()).length).toBeGreaterThan(before.length)
})

/** The chain has forgotten a sale and a withdrawal, and comes back when their signatures have expired. */
async function loseSaleAndWithdrawal() {
  await own.start()
  const checkpoint = await own.checkpoint()
  const made = await sellAndWithdraw()
  const before = await listTransactions()
  await own.crashTo(checkpoint)
  await own.start({ isPrepared: false })
  await callNode(own.rpcUrl(), 'evm_increaseTime', [HOUR_S])
  return { ...made, before }
}

async function sellAndWithdraw() {
  const [seller, buyer] = [await buildCollector(own), await buildCollector(own)]
  const minted = await buildMint(own, { creator: seller })
  await own.runJobs()
  const nft = await getNft(own, minted.id)
  const { listingId } = await buildPaidSale(own, { nft, buyer })
  await own.runJobs()
  const outside = privateKeyToAddress(generatePrivateKey())
  await inTransaction(t.ctx.db, (tx) => withdrawNft(own.ctx, tx, { userId: buyer.id, nftId: nft.id, to: outside }))
  await own.runJobs()
  expect(await readOwner(own, nft)).toBe(outside)
  return { nft, outside, listingId }
}

const listTransactions = () =>
  t.ctx.db.selectFrom('chain_transactions').selectAll().orderBy('created_at').orderBy('id').execute()
