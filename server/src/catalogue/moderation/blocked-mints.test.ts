import pg from 'pg'
import { expect, it } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { buildFile, buildNft } from '../../../test/build-nft.ts'
import { buildCollector, buildMint } from '../../../test/build-token.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { signTransaction } from '../../custody/evm/sender/sign-transaction.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { createNft } from '../minting/create-nft.ts'
import { getFile } from '../../media/files/queries.ts'
import { blockBytes } from './block-bytes.ts'

const t = useTestApp()
const BLOCKED = 'This file is blocked and cannot be used'

/** A creator with two files of their own, and an NFT of another member that has the bytes of the first. */
async function buildCopy() {
  const creator = await buildCollector(t)
  await giveCredits(t, { userId: creator.id, amountCents: 100 })
  const original = await buildNft(t)
  const copied = await getFile(t.ctx.db, original.file_id)
  const file = await buildFile(t, { ownerId: creator.id })
  const { sha256, storage_key, cid } = copied
  await t.ctx.db.updateTable('files').set({ sha256, storage_key, cid }).where('id', '=', file.id).execute()
  const thumbnail = await buildFile(t, { ownerId: creator.id })
  const body = { category: 1, chain: 'POLYGON' as const, royalty: 5, cashback_value: 500 }
  return { creator, original, body: { ...body, file: file.id, thumbnail: thumbnail.id } }
}
const create = (creator: Member, body: object) => t.call('POST', '/api/nfts/', { token: creator.tokens.access, body })
const creditOf = async (creator: Member) =>
  (await t.call('GET', '/api/accounts/credits/', { token: creator.tokens.access })).body.data
const block = async (tx: Tx, nftId: string) => {
  const { id: adminId } = await buildAdmin(t)
  return blockBytes(t.ctx, tx, {
    nftId,
    adminId,
    reason: 'Illegal',
    blocked: true,
    requestId: 'r',
  })
}
const blockNow = (nftId: string) => inTransaction(t.ctx.db, (tx) => block(tx, nftId))
const readNft = (id: string) => t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Runs `work` in a transaction that is committed only when another one waits for its lock on the bytes. */
async function holdUntilAwaited(work: (tx: Tx) => Promise<unknown>, begin: () => void): Promise<void> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  const countWaiting = async () =>
    (
      await client.query(
        `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
         where datname = current_database() and locktype = 'advisory' and not granted`,
      )
    ).rowCount
  await inTransaction(t.ctx.db, async (tx) => {
    await work(tx)
    begin()
    await expect.poll(countWaiting).toBe(1)
  })
  await client.end()
}

it('blocked bytes make no work, neither as its file nor as its thumbnail', async () => {
  const { creator, original, body } = await buildCopy()
  await blockNow(original.id)
  const asFile = await create(creator, body)
  expect([asFile.status, asFile.body.errors]).toEqual([400, [{ file: [BLOCKED] }]])
  const other = await buildFile(t, { ownerId: creator.id })
  const asThumbnail = await create(creator, { ...body, file: other.id, thumbnail: body.file })
  expect([asThumbnail.status, asThumbnail.body.errors]).toEqual([400, [{ thumbnail: [BLOCKED] }]])
  expect(await creditOf(creator)).toEqual({ credit: 1, held: 0 })
})

it('a block that is first wins over an NFT that is made at the same moment', async () => {
  const { creator, original, body } = await buildCopy()
  let creating: ReturnType<typeof create> | undefined
  await holdUntilAwaited(
    (tx) => block(tx, original.id),
    () => (creating = create(creator, body)),
  )
  expect((await creating)?.body.errors).toEqual([{ file: [BLOCKED] }])
})

it('an NFT that is first is found and taken down by the block that waited for it', async () => {
  const { creator, original, body } = await buildCopy()
  let blocking: Promise<number> | undefined
  let nftId = ''
  await holdUntilAwaited(
    async (tx) => ({ nftId } = await createNft(t.ctx, tx, { ...body, memberId: creator.id })),
    () => (blocking = blockNow(original.id)),
  )
  expect(await blocking).toBe(2)
  expect((await readNft(nftId)).taken_down_at).not.toBeNull()
  await t.runJobs()
  expect(await readNft(nftId)).toMatchObject({ mint_status: 'FAILED', mint_error: 'The file of this work is blocked.' })
  expect(await creditOf(creator)).toEqual({ credit: 1, held: 0 })
  const again = await t.call('POST', `/api/nfts/${nftId}/retry/`, { token: creator.tokens.access })
  expect(again.status).toBe(409)
})

it('a mint that was prepared before the block is not signed after it', async () => {
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  const prepared = await t.ctx.db.selectFrom('chain_intents').selectAll().where('nft_id', '=', nft.id).execute()
  await blockNow(nft.id)
  const connection = t.ctx.chains.POLYGON
  const call = { signer: connection.minter, data: '0x' as const, gas: 21_000n, intents: prepared }
  expect(await signTransaction(t.ctx, connection, call)).toBeUndefined()
  await t.runJobs()
  expect((await readNft(nft.id)).mint_status).toBe('FAILED')
  expect(await t.ctx.db.selectFrom('chain_transactions').select('id').execute()).toEqual([])
})
