import { compactSignatureToSignature, type Hex, recoverTypedDataAddress, serializeSignature } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildCollector, buildPaidSale, buildToken, type Collector } from '../../../test/build-token.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { withdrawNft } from '../../catalogue/withdrawals/withdraw-nft.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { connectChains } from '../chains/connect-chains.ts'
import { seal, deriveKek, unseal } from '../../seal.ts'
import type { CompactSignature } from './record-signature.ts'
import { ensureSeed, readSeed, rotateKek } from './seed.ts'
import { type ListingRequest, signListings } from './sign-listing.ts'
import { signWithdrawal } from './sign-withdrawal.ts'
import { listingData } from './typed-data.ts'

const t = useTestApp()
const inMinutes = (minutes: number) => BigInt(Math.ceil(t.clock.now().getTime() / 1000) + minutes * 60)

test('a wrong WALLET_KEK is refused at the start', async () => {
  const config = { ...t.ctx.config, walletKek: 'x'.repeat(40) }
  await expect(connectChains({ ...t.ctx, config })).rejects.toThrow(StartupError)
  await expect(connectChains(t.ctx)).resolves.toBeDefined()
})

test('the seed is kept encrypted, and stays the same under a new key', async () => {
  const seed = await readSeed(t.ctx.db, t.ctx.config.walletKek)
  const { seed_encrypted } = await t.ctx.db.selectFrom('custody_seed').selectAll().executeTakeFirstOrThrow()
  expect(seed_encrypted.includes(seed)).toBe(false)
  const to = 'n'.repeat(40)
  await inTransaction(t.ctx.db, (tx) => rotateKek(t.ctx, tx, { from: t.ctx.config.walletKek, to }))
  await expect(ensureSeed(t.ctx)).rejects.toThrow(StartupError)
  expect(await readSeed(t.ctx.db, to)).toEqual(seed)
  await inTransaction(t.ctx.db, (tx) => rotateKek(t.ctx, tx, { from: to, to: t.ctx.config.walletKek }))
})

test('what is sealed opens neither under another record nor changed by a bit', () => {
  const kek = deriveKek('k'.repeat(40))
  const sealed = seal(kek, Buffer.from('secret'), { recordId: 'a', iv: Buffer.alloc(12, 1) })
  expect(unseal(kek, sealed, { recordId: 'a' }).toString()).toBe('secret')
  expect(() => unseal(kek, sealed, { recordId: 'b' })).toThrow()
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  expect(() => unseal(kek, changed, { recordId: 'a' })).toThrow()
})

test('a listing is signed by its seller, for a paid sale and exactly what was paid for', async () => {
  const [seller, buyer, thief] = [await buildCollector(t), await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: seller })
  const { listingId } = await buildPaidSale(t, { nft, buyer, priceCents: 5_000 })
  const request: ListingRequest = {
    listingId,
    tokenId: BigInt(nft.token_id ?? 0),
    seller: seller.address,
    buyer: buyer.address,
    priceCents: 5_000,
    expiry: inMinutes(15),
    version: 0n,
    epoch: 0n,
  }
  const sign = async (change: Partial<ListingRequest> = {}, chain: 'POLYGON' | 'ETH' = 'POLYGON') => {
    const changed = { ...request, ...change }
    const [answer] = await inTransaction(t.ctx.db, (tx) => signListings(t.ctx, tx, t.ctx.chains[chain], [changed]))
    return answer as CompactSignature & { refused?: string }
  }
  const { r, vs } = await sign()
  const signature = serializeSignature(compactSignatureToSignature({ r, yParityAndS: vs }))
  const message = { ...request, priceUsdCents: 5_000n }
  expect(await recoverTypedDataAddress({ ...listingData(t.ctx.chains.POLYGON, message), signature })).toBe(
    seller.address,
  )

  const noSale = { refused: 'no paid sale matches this listing' }
  expect(await sign({ buyer: thief.address })).toEqual(noSale)
  expect(await sign({ seller: thief.address })).toEqual(noSale)
  expect(await sign({ priceCents: 1 })).toEqual(noSale)
  expect(await sign({ tokenId: request.tokenId + 1n })).toEqual(noSale)
  expect(await sign({ expiry: inMinutes(62) })).toEqual({ refused: 'the signature would hold too long' })
  expect(await sign({}, 'ETH')).toEqual(noSale)
  const audited = t.ctx.db.selectFrom('custody_signatures').selectAll().where('cause_id', '=', listingId)
  expect(await audited.execute()).toHaveLength(1)

  await t.runJobs()
  expect(await sign()).toEqual(noSale)
})

test('of sales that are signed together one that is refused refuses no other', async () => {
  const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
  const nfts = [
    await buildToken(t, { creator: seller }),
    await buildToken(t, { creator: seller }),
    await buildToken(t, { creator: seller }),
  ]
  const requests: ListingRequest[] = []
  for (const nft of nfts) {
    const { listingId } = await buildPaidSale(t, { nft, buyer, priceCents: 5_000 })
    const parties = { seller: seller.address, buyer: buyer.address }
    const terms = { tokenId: BigInt(nft.token_id ?? 0), expiry: inMinutes(15), version: 0n, epoch: 0n }
    requests.push({ listingId, priceCents: nft === nfts[1] ? 1 : 5_000, ...parties, ...terms })
  }
  const answers = await inTransaction(t.ctx.db, (tx) => signListings(t.ctx, tx, t.ctx.chains.POLYGON, requests))
  expect(answers).toEqual([
    { r: expect.any(String), vs: expect.any(String) },
    { refused: 'no paid sale matches this listing' },
    { r: expect.any(String), vs: expect.any(String) },
  ])
  const recorded = t.ctx.db
    .selectFrom('custody_signatures')
    .select('cause_id')
    .where('kind', '=', 'LISTING')
    .where(
      'cause_id',
      'in',
      requests.map(({ listingId }) => listingId),
    )
  expect((await recorded.execute()).map(({ cause_id }) => cause_id).toSorted()).toEqual(
    [requests[0]?.listingId, requests[2]?.listingId].toSorted(),
  )
})

test('nothing is withdrawn without a request', async () => {
  const owner: Collector = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const request = {
    intentId: t.ctx.random.id(),
    tokenId: BigInt(nft.token_id ?? 0),
    owner: owner.address,
    to: owner.address,
  }
  const nonces = { expiry: inMinutes(15), version: 0n, epoch: 0n }
  const sign = inTransaction(t.ctx.db, (tx) =>
    signWithdrawal(t.ctx, tx, t.ctx.chains.POLYGON, { ...request, ...nonces }),
  )
  await expect(sign).rejects.toThrow('no waiting withdrawal')
})

test('a withdrawal is signed for what was asked for, and for a short while', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const to = privateKeyToAddress(generatePrivateKey())
  const withdrawal = { userId: owner.id, nftId: nft.id, to }
  const { intentId } = await inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, withdrawal))
  const request = { intentId, tokenId: BigInt(nft.token_id ?? 0), owner: owner.address, to, version: 0n, epoch: 0n }
  const sign = (change: { to?: Hex; expiry: bigint }) =>
    inTransaction(t.ctx.db, (tx) => signWithdrawal(t.ctx, tx, t.ctx.chains.POLYGON, { ...request, ...change }))
  await expect(sign({ expiry: inMinutes(62) })).rejects.toThrow('too long')
  await expect(sign({ expiry: inMinutes(15), to: owner.address })).rejects.toThrow('no waiting withdrawal')
  await expect(sign({ expiry: inMinutes(15) })).resolves.toMatchObject({ r: expect.any(String) })
})
