import { collectionAbi } from '@verso/contracts/collection'
import { describe, expect, it } from 'vitest'
import { multipartBody, sampleJpeg, samplePng } from '../../../test/build-nft.ts'
import { buildCollector } from '../../../test/build-token.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { failMint } from '../minting/fail-mint.ts'

describe('creating an NFT', () => {
  const t = useTestApp()

  async function upload(token: string, bytes: Buffer): Promise<string> {
    const { payload, headers } = multipartBody({ bytes })
    return (await t.call('POST', '/api/files/', { token, body: payload, headers })).body.data.id
  }
  /** The four calls, in their order (docs/rules.md R63). */
  async function create() {
    const member = await buildCollector(t)
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    const token = member.tokens.access
    const file = await upload(token, await samplePng('salmon', 300, 300))
    const thumbnail = await upload(token, await sampleJpeg())
    await t.call('POST', `/api/files/${file}/metadata/`, {
      token,
      body: { name: 'Dawn', description: 'First light', alt_text: 'A pink square' },
    })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail, royalty: 5, cashback_value: 500 }
    const nft = (await t.call('POST', '/api/nfts/', { token, body })).body.data
    const read = async () => (await t.call('GET', `/api/nfts/${nft.id}/`, { token })).body.data
    const credit = async () => (await t.call('GET', '/api/accounts/credits/', { token })).body.data
    return { member, token, nft, read, credit }
  }

  it('makes a token on chain that names exactly the metadata we serve', async () => {
    const { nft, read, credit, member } = await create()
    await t.runJobs()
    const minted = await read()
    expect(minted).toMatchObject({
      name: 'Dawn',
      alt_text: 'A pink square',
      owned_by: member.id,
      mint_tx: { status: 'SUCCESSED', error: null },
    })
    expect(minted.mint_tx.tx_id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(minted.card_url).toMatch(/\.avif$/)
    expect(await credit()).toEqual({ credit: 0.8, held: 0 })
    const { client, contract } = t.ctx.chains.POLYGON
    const args = [BigInt(minted.token.token_id)] as const
    const uri = await client.readContract({ address: contract, abi: collectionAbi, functionName: 'tokenURI', args })
    expect(uri).toBe(`ipfs://${nft.metadata.metadata_ipfs_hash}`)
    expect(minted.token.contract).toBe(contract)
  })

  it('can be tried again by its creator when the mint has failed, and is paid for once', async () => {
    const { nft, token, read, credit } = await create()
    await inTransaction(t.ctx.db, (tx) => failMint(t.ctx, tx, { nftId: nft.id, reason: 'refused' }))
    await t.ctx.db
      .updateTable('chain_intents')
      .set({ status: 'FAILED', due_at: null })
      .where('nft_id', '=', nft.id)
      .execute()
    expect(await credit()).toEqual({ credit: 1, held: 0 })
    const retry = () => t.call('POST', `/api/nfts/${nft.id}/retry/`, { token })
    const stop = { key: 'creatingStopped', value: JSON.stringify('Back at noon'), updated_at: t.ctx.clock.now() }
    await t.ctx.db.insertInto('settings').values(stop).execute()
    expect(await retry()).toMatchObject({ status: 503, body: { errors: ['Back at noon'] } })
    await t.ctx.db.deleteFrom('settings').execute()
    const takeDown = (taken_down_at: Date | null) =>
      t.ctx.db.updateTable('nfts').set({ taken_down_at }).where('id', '=', nft.id).execute()
    await takeDown(t.clock.now())
    expect(await retry()).toMatchObject({ status: 409, body: { errors: ['This NFT was taken down'] } })
    await takeDown(null)
    const again = await retry()
    expect(again.body.data.mint_tx).toMatchObject({ status: 'PENDING', error: null })
    expect(again.body.data.mint_tx.signature_id).not.toBe(nft.mint_tx.signature_id)
    expect((await retry()).status).toBe(409)
    await t.runJobs()
    expect((await read()).mint_tx.status).toBe('SUCCESSED')
    expect(await credit()).toEqual({ credit: 0.8, held: 0 })
  })
})
