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
import { ensureSeed, readSeed, rotateKek } from './seed.ts'
import { type ListingRequest, signListing } from './sign-listing.ts'
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
  const sign = (change: Partial<ListingRequest> = {}) =>
    inTransaction(t.ctx.db, (tx) => signListing(t.ctx, tx, t.ctx.chains.POLYGON, { ...request, ...change }))
  const { r, vs } = await sign()
  const signature = serializeSignature(compactSignatureToSignature({ r, yParityAndS: vs }))
  const message = { ...request, priceUsdCents: 5_000n }
  expect(await recoverTypedDataAddress({ ...listingData(t.ctx.chains.POLYGON, message), signature })).toBe(
    seller.address,
  )

  await expect(sign({ buyer: thief.address })).rejects.toThrow('no paid sale')
  await expect(sign({ seller: thief.address })).rejects.toThrow('no paid sale')
  await expect(sign({ priceCents: 1 })).rejects.toThrow('no paid sale')
  await expect(sign({ tokenId: request.tokenId + 1n })).rejects.toThrow('no paid sale')
  await expect(sign({ expiry: inMinutes(62) })).rejects.toThrow('too long')
  await expect(inTransaction(t.ctx.db, (tx) => signListing(t.ctx, tx, t.ctx.chains.ETH, request))).rejects.toThrow(
    'no paid sale',
  )
  const audited = t.ctx.db.selectFrom('custody_signatures').selectAll().where('cause_id', '=', listingId)
  expect(await audited.execute()).toHaveLength(1)

  await t.runJobs()
  await expect(sign()).rejects.toThrow('no paid sale')
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
